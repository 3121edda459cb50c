-- Work, time and files: timesheets, project notes, documents, expenses, saved task filters, and the mails on their way.
-- The same conventions as before: one text for both databases, every table leads with its account.

-- The Monday of an entry's week, worked out by the database so that no writer can forget it.
/*postgres
create function weekof(text) returns text language plpgsql immutable strict parallel safe as
  $$begin return to_char(date_trunc('week', $1::timestamp), 'YYYY-MM-DD'); end$$;
alter table time add column weekstart text collate "C" generated always as (weekof(date)) stored;
*/
/*sqlite alter table time add column weekstart text generated always as (date(date, '-6 days', 'weekday 1')) virtual;*/

-- Lists of time go by id unless they are asked for another order, and the indexes that find the entries tell their ids too:
-- without it each entry found would be looked up before the page is chosen. Clients and milestones lead to projects and tasks
-- first. Whether an entry is billable, or its week approved, is asked of what the other filters left.
drop index time_person;
drop index time_project;
drop index time_module;
drop index time_worktype;
create index time_person on time (accountid, personid, date, id);
create index time_project on time (accountid, projectid, date, id);
create index time_module on time (accountid, moduleid, id);
create index time_worktype on time (accountid, worktypeid, id);
create index time_datemodified on time (accountid, datemodified, id);

create table timesheet (
  accountid bigint not null,
  id bigint not null,
  personid bigint not null,
  -- From Monday to Sunday.
  weekstart ctext not null,
  weekend ctext not null,
  status ctext not null default 'open' check (status in ('open', 'submitted', 'approved', 'rejected')),
  datemodified ctext not null,
  primary key (accountid, id),
  unique (accountid, personid, weekstart),
  foreign key (accountid, personid) references person (accountid, id)
);
-- There is a row for each person and week, so a sort by its last change sorts what the filters left.
create index timesheet_week on timesheet (accountid, weekstart, id);
create index timesheet_status on timesheet (accountid, status, id);

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
create index projectnote_author on projectnote (accountid, authorid, id);
-- Those that are encrypted, for a server that looks whether its key opens them and for a change of keys.
create index projectnote_secure on projectnote (accountid, id) where secure = 't';

-- Notes on tasks are listed by date: those of a task, or without one those of a few days, found by when they were written
-- or last changed. Public ones alone and a sort by author have no index: they read what the task or the days left.
create index tasknote_taskdate on tasknote (accountid, taskid, date, id);
drop index tasknote_date;
create index tasknote_date on tasknote (accountid, date, id);
create index tasknote_modified on tasknote (accountid, datemodified, id);
drop index tasknote_author;
create index tasknote_author on tasknote (accountid, authorid, date, id);

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
  -- Title, notes, name of the file and tags, case-folded by the program: `search` reads this one column.
  searchtext ctext not null default '',
  primary key (accountid, id),
  -- It belongs to one thing. What came with a request stays with it when the request has become a task.
  check (case when projectid is null then 0 else 1 end + case when milestoneid is null then 0 else 1 end
    + case when taskid is null and queueid is null then 0 else 1 end = 1),
  foreign key (accountid, personid) references person (accountid, id),
  foreign key (accountid, projectid) references project (accountid, id) on delete cascade,
  foreign key (accountid, taskid) references task (accountid, id) on delete cascade,
  foreign key (accountid, milestoneid) references milestone (accountid, id) on delete cascade,
  foreign key (accountid, queueid) references request (accountid, id) on delete cascade
);
create index document_project on document (accountid, projectid, id);
create index document_task on document (accountid, taskid, id);
create index document_milestone on document (accountid, milestoneid, id);
create index document_queue on document (accountid, queueid, id);
create index document_person on document (accountid, personid, id);
create index document_title on document (accountid, title, id);
create index document_public on document (accountid, public, id);
create index document_active on document (accountid, active, id);
create index document_created on document (accountid, datecreated, id);
create index document_modified on document (accountid, datemodified, id);

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

-- Tags case-folded by the program, one row each, as the filter looks for them.
create table documenttag (
  accountid bigint not null,
  documentid bigint not null,
  tag ctext not null,
  primary key (accountid, documentid, tag),
  foreign key (accountid, documentid) references document (accountid, id) on delete cascade
) /*sqlite without rowid*/;
create index documenttag_tag on documenttag (accountid, tag, documentid);

-- Files that have lost a version, by whatever path it was removed: those that no other version names can be removed too.
create table removedfile (
  accountid bigint not null,
  hash ctext not null
);
/*sqlite
create trigger documentversion_removed after delete on documentversion begin
  insert into removedfile (accountid, hash) values (old.accountid, old.hash);
end;
*/
/*postgres
create function noteremovedfile() returns trigger language plpgsql as
  $$begin insert into removedfile (accountid, hash) values (old.accountid, old.hash); return null; end$$;
create trigger documentversion_removed after delete on documentversion
  for each row execute function noteremovedfile();
*/

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
-- Lists begin with the latest day and go by id within it. Sorts by the amounts and the note have no index: they are asked
-- for rarely, and sort what the filters left.
create index expense_date on expense (accountid, date desc, id);
create index expense_project on expense (accountid, projectid, date desc, id);
create index expense_person on expense (accountid, personid, date desc, id);

-- The queue, by each of its own columns that a list can be sorted by. A sort by project puts those without one last, which
-- no index serves: it sorts what the filters left.
create index request_date on request (accountid, date, id);
create index request_datedue on request (accountid, (datedue is null), datedue, id);
create index request_title on request (accountid, title, id);

-- A request becomes one task at most.
drop index task_queue;
create unique index task_queue on task (accountid, queueid) where queueid is not null;

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
create index tasklistfilter_shared on tasklistfilter (accountid, id) where shared = 't';

-- Timers in the order of their last start or stop, of one person and of all. Filters by project and client go through the
-- task and need no index: a person has a handful of timers.
create index timer_person on timer (accountid, personid, lastupdate, id);
create index timer_lastupdate on timer (accountid, lastupdate, id);

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
  recipientname ctext not null,
  subject ctext not null,
  plain ctext not null,
  html ctext not null,
  messageid ctext not null,
  datecreated ctext not null,
  attempts bigint not null default 0,
  -- Nobody else takes it before this instant: the time of the next attempt, or the end of a sender's lease.
  heldtill ctext not null,
  -- The claim of the sender that has it: it alone may say what became of it.
  claim ctext not null default '',
  lasterror ctext not null default '',
  -- Set when it was given up; an operator can see why.
  givenup ctext,
  primary key (accountid, id),
  foreign key (accountid, personid) references person (accountid, id) on delete cascade
);
create index outbox_due on outbox (heldtill, accountid, id) where givenup is null;
create index outbox_person on outbox (accountid, personid);
