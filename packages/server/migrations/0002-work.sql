-- Work, time and files: timesheets, project notes, documents, expenses, saved task filters, and the mails on their way.
-- The same conventions as before: one text for both databases, every table leads with its account.

-- The Monday of an entry's week, worked out by the database so that no writer can forget it.
/*postgres
create function weekof(text) returns text language sql immutable strict parallel safe as
  $$select to_char(day - (extract(isodow from day)::int - 1), 'YYYY-MM-DD')
    from make_date(substr($1, 1, 4)::int, substr($1, 6, 2)::int, substr($1, 9, 2)::int) as day$$;
alter table time add column weekstart text collate "C" generated always as (weekof(date)) stored;
*/
/*sqlite alter table time add column weekstart text generated always as (date(date, 'weekday 0', '-6 days')) virtual;*/

create table timesheet (
  accountid bigint not null,
  id bigint not null,
  personid bigint not null,
  weekstart ctext not null,
  status ctext not null default 'open' check (status in ('open', 'submitted', 'approved', 'rejected')),
  datemodified ctext not null,
  primary key (accountid, id),
  unique (accountid, personid, weekstart),
  foreign key (accountid, personid) references person (accountid, id)
);
create index timesheet_week on timesheet (accountid, weekstart);

-- Who did what with a timesheet, and when.
create table timesheethistory (
  accountid bigint not null,
  id bigint not null,
  timesheetid bigint not null,
  personid bigint not null,
  date ctext not null,
  action ctext not null,
  note ctext not null default '',
  primary key (accountid, id),
  foreign key (accountid, timesheetid) references timesheet (accountid, id) on delete cascade,
  foreign key (accountid, personid) references person (accountid, id)
);
create index timesheethistory_timesheet on timesheethistory (accountid, timesheetid, id);
create index timesheethistory_person on timesheethistory (accountid, personid);

create table projectnote (
  accountid bigint not null,
  id bigint not null,
  localid bigint not null,
  projectid bigint not null,
  authorid bigint not null,
  title ctext not null,
  note ctext not null,
  secure flagtext not null default 'f',
  date ctext not null,
  datemodified ctext not null,
  primary key (accountid, id),
  unique (accountid, localid),
  foreign key (accountid, projectid) references project (accountid, id) on delete cascade,
  foreign key (accountid, authorid) references person (accountid, id)
);
create index projectnote_project on projectnote (accountid, projectid, id);
create index projectnote_author on projectnote (accountid, authorid);

-- A document is what people see; its versions are the files. A file is named by the hash of its bytes.
create table document (
  accountid bigint not null,
  id bigint not null,
  personid bigint not null,
  projectid bigint,
  taskid bigint,
  milestoneid bigint,
  queueid bigint,
  title ctext not null,
  notes ctext not null default '',
  tags ctext not null default '',
  public flagtext not null default 'f',
  active flagtext not null default 't',
  version bigint not null default 1,
  filename ctext not null,
  filesize bigint not null,
  datecreated ctext not null,
  datemodified ctext not null,
  primary key (accountid, id),
  foreign key (accountid, personid) references person (accountid, id),
  foreign key (accountid, projectid) references project (accountid, id) on delete cascade,
  foreign key (accountid, taskid) references task (accountid, id) on delete cascade,
  foreign key (accountid, milestoneid) references milestone (accountid, id) on delete cascade,
  foreign key (accountid, queueid) references request (accountid, id) on delete cascade
);
create index document_project on document (accountid, projectid);
create index document_task on document (accountid, taskid);
create index document_milestone on document (accountid, milestoneid);
create index document_queue on document (accountid, queueid);
create index document_person on document (accountid, personid);

create table documentversion (
  accountid bigint not null,
  documentid bigint not null,
  version bigint not null,
  personid bigint not null,
  filename ctext not null,
  filesize bigint not null,
  mediatype ctext not null,
  hash ctext not null,
  date ctext not null,
  primary key (accountid, documentid, version),
  foreign key (accountid, documentid) references document (accountid, id) on delete cascade,
  foreign key (accountid, personid) references person (accountid, id)
);
create index documentversion_hash on documentversion (hash);
create index documentversion_person on documentversion (accountid, personid);

create table documenttag (
  accountid bigint not null,
  documentid bigint not null,
  tag ctext not null,
  primary key (accountid, documentid, tag),
  foreign key (accountid, documentid) references document (accountid, id) on delete cascade
) /*sqlite without rowid*/;
create index documenttag_tag on documenttag (accountid, tag);

create table expense (
  accountid bigint not null,
  id bigint not null,
  projectid bigint not null,
  personid bigint not null,
  date ctext not null,
  expense bigint not null,
  fee bigint not null,
  note ctext not null default '',
  primary key (accountid, id),
  foreign key (accountid, projectid) references project (accountid, id),
  foreign key (accountid, personid) references person (accountid, id)
);
create index expense_date on expense (accountid, date, id);
create index expense_project on expense (accountid, projectid, date);
create index expense_person on expense (accountid, personid, date);

create table tasklistfilter (
  accountid bigint not null,
  id bigint not null,
  personid bigint not null,
  title ctext not null,
  params ctext not null,
  date ctext not null,
  shared flagtext not null default 'f',
  scheduled flagtext not null default 'f',
  datesent ctext,
  primary key (accountid, id),
  foreign key (accountid, personid) references person (accountid, id) on delete cascade
);
create index tasklistfilter_person on tasklistfilter (accountid, personid);

-- What a person does not want to be mailed about, and whether they hear of requests that belong to no project.
alter table person add column notificationsoff ctext not null default '';
alter table person add column mailqueue flagtext not null default 'f';

-- Budgets of an account are hours or money.
alter table account add column budgetsin ctext not null default 'hours' check (budgetsin in ('hours', 'money'));

-- Mails on their way: written with the change they tell of, sent after it, gone once they are sent.
create table outbox (
  accountid bigint not null,
  id bigint not null,
  personid bigint not null,
  kind ctext not null,
  recipient ctext not null,
  subject ctext not null,
  plain ctext not null,
  html ctext not null,
  messageid ctext not null,
  datecreated ctext not null,
  attempts bigint not null default 0,
  -- Nobody else takes it before this instant: the time of the next attempt, or the end of a sender's lease.
  heldtill ctext not null,
  lasterror ctext not null default '',
  -- Set when it was given up; an operator can see why.
  givenup ctext,
  primary key (accountid, id),
  foreign key (accountid, personid) references person (accountid, id) on delete cascade
);
create index outbox_due on outbox (heldtill, accountid, id) where givenup is null;
create index outbox_person on outbox (accountid, personid);
