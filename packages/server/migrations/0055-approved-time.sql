-- not released yet
-- Whether the week of an entry is approved, so that an index finds the others (docs/adr/0066-flag-indexes.md). A server of
-- the version before would approve weeks without writing it, so it cannot run beside this schema.

alter table time add column approved flagtext not null default 'f';
update time set approved = 't' where exists (select 1 from timesheet where timesheet.accountid = time.accountid
  and timesheet.personid = time.personid and timesheet.weekstart = time.weekstart and timesheet.status = 'approved');
create index time_approved on time (accountid, approved, id);
create index time_billable on time (accountid, billable, id);
