-- The spine: accounts, people, clients, projects, tasks, and the tables whose sums and notes the first resources need.
-- One text for both databases. A comment opened with the name of a database is text for that database alone.
-- Every table leads with its account; ids come from one sequence, so an id names one record on the whole server.
-- Booleans are the wire's 't' and 'f'; dates and instants the wire's texts; hours are millionths, money ten-thousandths.

/*postgres
create domain ctext as text collate "C";
create domain flagtext as text collate "C" check (value in ('t', 'f'));
create sequence ids start with 1001;

-- The same folding as the program's own: lower case by single characters whatever the locale of the database, composed,
-- with one sigma. PostgreSQL 17 brings the lower case itself; before that it comes from ICU.
do $$
declare
  letters text;
begin
  select collname into letters from pg_collation where collname in ('pg_c_utf8', 'und-x-icu')
  order by collname = 'pg_c_utf8' desc limit 1;
  if letters is null then
    raise exception 'PostgreSQL 17 or newer, or one built with ICU, is needed';
  end if;
  execute format(
    $make$create function fold(text) returns text language sql immutable strict parallel safe as
      $fold$select replace(normalize(lower(replace($1, U&'\0130', U&'i\0307') collate %I), NFC), U&'\03C2', U&'\03C3')$fold$
    $make$, letters);
end
$$;
*/

create table account (
  id bigint primary key,
  name ctext not null,
  timezone ctext not null,
  datecreated ctext not null,
  dailyquota bigint,
  rateperminute bigint,
  activeprojectlimit bigint
);

create table counter (
  accountid bigint not null,
  name ctext not null,
  n bigint not null,
  primary key (accountid, name)
) /*sqlite without rowid*/;

/*sqlite insert into counter (accountid, name, n) values (0, 'id', 1000);*/

-- The first number of a kind is 1 whether or not its row existed: the upsert takes the row's lock either way.
/*postgres
create function nextnumber(account bigint, counter text) returns bigint language sql as
  'insert into counter as c (accountid, name, n) values (account, counter, 1)
   on conflict (accountid, name) do update set n = c.n + 1 returning n';
*/

-- Bumped by every writing transaction for each table it touched: remembered counts and callers live as long as it stands.
create table tableversion (
  accountid bigint not null,
  tablename ctext not null,
  n bigint not null,
  primary key (accountid, tablename)
) /*sqlite without rowid*/;

/*postgres
create table quota (
  accountid bigint primary key,
  day ctext not null,
  used bigint not null
);
*/

create table persongroup (
  accountid bigint not null references account (id),
  id bigint not null,
  name ctext not null,
  primary key (accountid, id)
);

create table contacttype (
  accountid bigint not null references account (id),
  id bigint not null,
  name ctext not null,
  primary key (accountid, id)
);

create table contactdescriptor (
  accountid bigint not null,
  id bigint not null,
  contacttypeid bigint not null,
  name ctext not null,
  primary key (accountid, id),
  foreign key (accountid, contacttypeid) references contacttype (accountid, id)
);
create index contactdescriptor_type on contactdescriptor (accountid, contacttypeid);

create table client (
  accountid bigint not null references account (id),
  id bigint not null,
  localid bigint not null,
  name ctext not null,
  datecreated ctext not null,
  description ctext not null default '',
  email ctext not null default '',
  website ctext not null default '',
  phone ctext not null default '',
  fax ctext not null default '',
  address ctext not null default '',
  active flagtext not null,
  primary key (accountid, id),
  unique (accountid, localid)
);
create index client_name on client (accountid, name, id);
create index client_datecreated on client (accountid, datecreated, id);

create table person (
  accountid bigint not null references account (id),
  id bigint not null,
  localid bigint not null,
  clientid bigint,
  title ctext not null default '',
  firstname ctext not null,
  lastname ctext not null default '',
  primaryaccount flagtext not null default 'f',
  notes ctext not null default '',
  allprojects flagtext not null,
  active flagtext not null,
  private flagtext not null,
  tips flagtext not null default 't',
  username ctext not null default '',
  password ctext not null default '',
  groupid bigint,
  numlogins bigint not null default 0,
  lastlogin ctext,
  timezone ctext,
  restricttasks flagtext not null default 'f',
  calendarorientation bigint not null default 1,
  editordisabled bigint not null default 0,
  hourlyrate bigint,
  cancomment flagtext not null default 't',
  primary key (accountid, id),
  unique (accountid, localid),
  foreign key (accountid, clientid) references client (accountid, id),
  foreign key (accountid, groupid) references persongroup (accountid, id)
);
create unique index person_username on person (accountid, lower(username)) where username <> '';
create unique index person_primaryaccount on person (accountid) where primaryaccount = 't';
create index person_client on person (accountid, clientid);
create index person_group on person (accountid, groupid);

create table token (
  accountid bigint not null,
  id bigint not null,
  personid bigint not null,
  hash ctext not null unique,
  name ctext not null,
  datecreated ctext not null,
  primary key (accountid, id),
  foreign key (accountid, personid) references person (accountid, id) on delete cascade
);
create index token_person on token (accountid, personid);

create table personcontact (
  accountid bigint not null,
  id bigint not null,
  personid bigint not null,
  contacttypeid bigint not null,
  contactdescriptorid bigint not null,
  value ctext not null,
  primary key (accountid, id),
  foreign key (accountid, personid) references person (accountid, id) on delete cascade,
  foreign key (accountid, contacttypeid) references contacttype (accountid, id),
  foreign key (accountid, contactdescriptorid) references contactdescriptor (accountid, id)
);
create index personcontact_person on personcontact (accountid, personid, contacttypeid, id);

create table projectlabel (
  accountid bigint not null references account (id),
  id bigint not null,
  name ctext not null,
  color ctext not null,
  priority bigint not null,
  active flagtext not null,
  primary key (accountid, id)
);

create table project (
  accountid bigint not null references account (id),
  id bigint not null,
  localid bigint not null,
  clientid bigint,
  labelid bigint,
  name ctext not null,
  description ctext not null default '',
  datestart ctext not null,
  dateend ctext,
  budget bigint,
  billable flagtext not null,
  active flagtext not null,
  alert_percent bigint not null default 0,
  alert_date ctext,
  primary key (accountid, id),
  unique (accountid, localid),
  foreign key (accountid, clientid) references client (accountid, id),
  foreign key (accountid, labelid) references projectlabel (accountid, id)
);
create index project_client on project (accountid, clientid, id);
create index project_label on project (accountid, labelid, id);
create index project_name on project (accountid, name, id);
create index project_datestart on project (accountid, datestart, id);
create index project_dateend on project (accountid, (dateend is null), dateend, id);
create index project_active on project (accountid, active, id);

create table projectmanager (
  accountid bigint not null,
  projectid bigint not null,
  personid bigint not null,
  position bigint not null,
  primary key (accountid, projectid, personid),
  foreign key (accountid, projectid) references project (accountid, id) on delete cascade,
  foreign key (accountid, personid) references person (accountid, id)
) /*sqlite without rowid*/;
create index projectmanager_person on projectmanager (accountid, personid, projectid);

create table projectteam (
  accountid bigint not null,
  projectid bigint not null,
  personid bigint not null,
  securenotes flagtext not null default 'f',
  primary key (accountid, projectid, personid),
  foreign key (accountid, projectid) references project (accountid, id) on delete cascade,
  foreign key (accountid, personid) references person (accountid, id) on delete cascade
) /*sqlite without rowid*/;
create index projectteam_person on projectteam (accountid, personid, projectid);

-- A custom project module or work type has a row of its own here too, marked custom, so that tasks and time
-- always name a module and a work type by one kind of id (decision 37).
create table module (
  accountid bigint not null references account (id),
  id bigint not null,
  name ctext not null,
  description ctext not null default '',
  active flagtext not null,
  custom flagtext not null default 'f',
  primary key (accountid, id)
);

create table projectmodule (
  accountid bigint not null,
  id bigint not null,
  projectid bigint not null,
  moduleid bigint not null,
  description ctext not null default '',
  active flagtext not null,
  primary key (accountid, id),
  unique (accountid, projectid, moduleid),
  foreign key (accountid, projectid) references project (accountid, id) on delete cascade,
  foreign key (accountid, moduleid) references module (accountid, id)
);
create index projectmodule_module on projectmodule (accountid, moduleid);

create table worktype (
  accountid bigint not null references account (id),
  id bigint not null,
  name ctext not null,
  defaulthourlyrate bigint not null,
  active flagtext not null,
  custom flagtext not null default 'f',
  primary key (accountid, id)
);

create table projectworktype (
  accountid bigint not null,
  id bigint not null,
  projectid bigint not null,
  worktypeid bigint not null,
  hourlyrate bigint not null,
  esttime bigint,
  active flagtext not null,
  primary key (accountid, id),
  unique (accountid, projectid, worktypeid),
  foreign key (accountid, projectid) references project (accountid, id) on delete cascade,
  foreign key (accountid, worktypeid) references worktype (accountid, id)
);
create index projectworktype_worktype on projectworktype (accountid, worktypeid);

create table taskstatus (
  accountid bigint not null references account (id),
  id bigint not null,
  name ctext not null,
  priority bigint not null,
  frozen flagtext not null default 'f',
  active flagtext not null,
  closed flagtext not null default 'f',
  primary key (accountid, id)
);
create unique index taskstatus_closed on taskstatus (accountid) where closed = 't';

create table taskpriority (
  accountid bigint not null references account (id),
  id bigint not null,
  name ctext not null,
  color ctext not null,
  priority bigint not null,
  isdefault flagtext not null default 'f',
  active flagtext not null,
  primary key (accountid, id)
);
create unique index taskpriority_isdefault on taskpriority (accountid) where isdefault = 't';

create table milestone (
  accountid bigint not null,
  id bigint not null,
  localid bigint not null,
  projectid bigint not null,
  title ctext not null,
  datedue ctext not null,
  description ctext not null default '',
  complete flagtext not null,
  primary key (accountid, id),
  unique (accountid, localid),
  foreign key (accountid, projectid) references project (accountid, id) on delete cascade
);
create index milestone_project on milestone (accountid, projectid, id);
create index milestone_datedue on milestone (accountid, datedue, id);
create index milestone_title on milestone (accountid, title, id);

create table milestoneowner (
  accountid bigint not null,
  milestoneid bigint not null,
  personid bigint not null,
  position bigint not null,
  primary key (accountid, milestoneid, personid),
  foreign key (accountid, milestoneid) references milestone (accountid, id) on delete cascade,
  foreign key (accountid, personid) references person (accountid, id)
) /*sqlite without rowid*/;
create index milestoneowner_person on milestoneowner (accountid, personid, milestoneid);

create table request (
  accountid bigint not null,
  id bigint not null,
  personid bigint not null,
  projectid bigint,
  priorityid bigint not null,
  title ctext not null,
  description ctext not null default '',
  date ctext not null,
  datedue ctext,
  primary key (accountid, id),
  foreign key (accountid, personid) references person (accountid, id),
  foreign key (accountid, projectid) references project (accountid, id),
  foreign key (accountid, priorityid) references taskpriority (accountid, id)
);
create index request_project on request (accountid, projectid);
create index request_person on request (accountid, personid);
create index request_priority on request (accountid, priorityid);

create table task (
  accountid bigint not null,
  id bigint not null,
  localid bigint not null,
  queueid bigint,
  projectid bigint not null,
  moduleid bigint not null,
  milestoneid bigint,
  statusid bigint not null,
  priorityid bigint not null,
  title ctext not null,
  summary ctext not null default '',
  dateopen ctext not null,
  datedue ctext,
  dateclosed ctext,
  estimate bigint not null default 0,
  datecreated ctext not null,
  datemodified ctext not null,
  -- Title and summary, case-folded by the program: `search` reads this one column instead of folding two per row.
  searchtext ctext not null,
  primary key (accountid, id),
  unique (accountid, localid),
  foreign key (accountid, queueid) references request (accountid, id),
  foreign key (accountid, projectid) references project (accountid, id) on delete cascade,
  foreign key (accountid, moduleid) references module (accountid, id),
  foreign key (accountid, milestoneid) references milestone (accountid, id),
  foreign key (accountid, statusid) references taskstatus (accountid, id),
  foreign key (accountid, priorityid) references taskpriority (accountid, id)
);
create index task_project on task (accountid, projectid, id);
create index task_status on task (accountid, statusid, (datedue is null), datedue, id);
create index task_priority on task (accountid, priorityid, id);
create index task_milestone on task (accountid, milestoneid, id);
create index task_module on task (accountid, moduleid, id);
create index task_queue on task (accountid, queueid) where queueid is not null;
create index task_datedue on task (accountid, (datedue is null), datedue, id);
create index task_dateopen on task (accountid, dateopen, id);
create index task_dateclosed on task (accountid, (dateclosed is null), dateclosed, id);
create index task_datecreated on task (accountid, datecreated, id);
create index task_datemodified on task (accountid, datemodified);
create index task_title on task (accountid, title, id);

create table taskowner (
  accountid bigint not null,
  taskid bigint not null,
  personid bigint not null,
  position bigint not null,
  primary key (accountid, taskid, personid),
  foreign key (accountid, taskid) references task (accountid, id) on delete cascade,
  foreign key (accountid, personid) references person (accountid, id)
) /*sqlite without rowid*/;
create index taskowner_person on taskowner (accountid, personid, taskid);

create table taskassignee (
  accountid bigint not null,
  taskid bigint not null,
  personid bigint not null,
  position bigint not null,
  primary key (accountid, taskid, personid),
  foreign key (accountid, taskid) references task (accountid, id) on delete cascade,
  foreign key (accountid, personid) references person (accountid, id)
) /*sqlite without rowid*/;
create index taskassignee_person on taskassignee (accountid, personid, taskid);

create table taskfollower (
  accountid bigint not null,
  taskid bigint not null,
  personid bigint not null,
  position bigint not null,
  primary key (accountid, taskid, personid),
  foreign key (accountid, taskid) references task (accountid, id) on delete cascade,
  foreign key (accountid, personid) references person (accountid, id)
) /*sqlite without rowid*/;
create index taskfollower_person on taskfollower (accountid, personid, taskid);

create table time (
  accountid bigint not null,
  id bigint not null,
  projectid bigint not null,
  moduleid bigint not null,
  taskid bigint,
  worktypeid bigint not null,
  personid bigint not null,
  date ctext not null,
  time bigint not null,
  description ctext not null default '',
  billable flagtext not null,
  datemodified ctext not null,
  primary key (accountid, id),
  foreign key (accountid, projectid) references project (accountid, id),
  foreign key (accountid, moduleid) references module (accountid, id),
  foreign key (accountid, taskid) references task (accountid, id),
  foreign key (accountid, worktypeid) references worktype (accountid, id),
  foreign key (accountid, personid) references person (accountid, id)
);
create index time_task on time (accountid, taskid, billable, time);
create index time_project on time (accountid, projectid, date);
create index time_person on time (accountid, personid, date);
create index time_date on time (accountid, date, id);
create index time_module on time (accountid, moduleid);
create index time_worktype on time (accountid, worktypeid);

create table timer (
  accountid bigint not null,
  id bigint not null,
  taskid bigint,
  personid bigint not null,
  starttime ctext,
  time bigint not null default 0,
  name ctext not null default '',
  lastupdate ctext not null,
  primary key (accountid, id),
  foreign key (accountid, taskid) references task (accountid, id) on delete cascade,
  foreign key (accountid, personid) references person (accountid, id) on delete cascade
);
create unique index timer_task on timer (accountid, personid, taskid) where taskid is not null;
create index timer_of_task on timer (accountid, taskid);

-- A note is written by a person or made by a change; a change is kept field by field (decision 46), so that a
-- reader is shown only the lines of fields that reader may see.
create table tasknote (
  accountid bigint not null,
  id bigint not null,
  taskid bigint not null,
  authorid bigint not null,
  title ctext not null,
  date ctext not null,
  datemodified ctext not null,
  note ctext not null default '',
  public flagtext not null default 'f',
  changes ctext,
  primary key (accountid, id),
  foreign key (accountid, taskid) references task (accountid, id) on delete cascade,
  foreign key (accountid, authorid) references person (accountid, id)
);
create index tasknote_task on tasknote (accountid, taskid, id);
create index tasknote_date on tasknote (accountid, date);
create index tasknote_author on tasknote (accountid, authorid);

create table milestonenote (
  accountid bigint not null,
  id bigint not null,
  milestoneid bigint not null,
  authorid bigint not null,
  title ctext not null,
  date ctext not null,
  datemodified ctext not null,
  note ctext not null default '',
  public flagtext not null default 'f',
  changes ctext,
  primary key (accountid, id),
  foreign key (accountid, milestoneid) references milestone (accountid, id) on delete cascade,
  foreign key (accountid, authorid) references person (accountid, id)
);
create index milestonenote_milestone on milestonenote (accountid, milestoneid, id);
create index milestonenote_author on milestonenote (accountid, authorid);
