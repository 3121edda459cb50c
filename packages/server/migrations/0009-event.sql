-- not released yet
-- The event log: one row per changed record, written in the transaction of the change. The id counts per account in the order of the
-- commits and has no gaps. No foreign keys: an event stays when its record or person is deleted.
create table event (
  accountid bigint not null,
  id bigint not null,
  date ctext not null,
  personid bigint,
  channel ctext not null,
  requestid ctext,
  resource ctext not null,
  recordid bigint not null,
  projectid bigint,
  kind ctext not null,
  -- The names of the changed fields, each in angle brackets.
  fields ctext not null,
  changes ctext not null,
  removed ctext,
  primary key (accountid, id)
);
create index event_record on event (accountid, recordid, id);
create index event_date on event (accountid, date);
