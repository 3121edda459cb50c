-- not released yet
-- What a person is told about. The record has no foreign key, because it is of any resource; who cannot see it any more does not see
-- its notifications either.
create table notification (
  accountid bigint not null,
  id bigint not null,
  personid bigint not null,
  kind ctext not null,
  resource ctext not null,
  recordid bigint not null,
  -- Who caused it; null for the server itself.
  actorid bigint,
  date ctext not null,
  read flagtext not null default 'f',
  -- 'f' for one that only waits for its mail.
  inapp flagtext not null default 't',
  -- When the mail with this notification is due; null when there is none, or when it was written.
  maildue ctext,
  primary key (accountid, id),
  foreign key (accountid, personid) references person (accountid, id) on delete cascade
);
create index notification_person on notification (accountid, personid, id);
create index notification_date on notification (accountid, date);
create index notification_maildue on notification (maildue, accountid, personid) where maildue is not null;

-- The kinds that a person wants neither at once nor in the application; notificationsoff has those without any mail.
alter table person add column mailhourly ctext not null default '';
alter table person add column maildaily ctext not null default '';
alter table person add column inappoff ctext not null default '';

-- Tasks that are due tomorrow: each person is told about each due date once, whichever server does it.
create table duenotice (
  accountid bigint not null,
  taskid bigint not null,
  personid bigint not null,
  datedue ctext not null,
  primary key (accountid, taskid, personid, datedue),
  foreign key (accountid, taskid) references task (accountid, id) on delete cascade,
  foreign key (accountid, personid) references person (accountid, id) on delete cascade
);
create index duenotice_person on duenotice (accountid, personid);
