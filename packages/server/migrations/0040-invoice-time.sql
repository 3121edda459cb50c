-- not released yet
-- What people decided about time entries of a draft invoice, and the order of the lines of an invoice (docs/adr/0042-draft-time.md).
-- `added`: on the invoice whatever its range of days says. `rate`: the lower price of an entry that was written down.
create table invoicechoice (
  accountid bigint not null,
  invoiceid bigint not null,
  timeid bigint not null,
  excluded flagtext not null default 'f',
  added flagtext not null default 'f',
  rate bigint,
  primary key (accountid, invoiceid, timeid),
  check (rate is null or (rate >= 0 and excluded = 'f')),
  foreign key (accountid, invoiceid) references invoice (accountid, id) on delete cascade,
  foreign key (accountid, timeid) references time (accountid, id) on delete cascade
) /*sqlite without rowid*/;
create index invoicechoice_time on invoicechoice (accountid, timeid);
-- What the hours would have cost beyond what is billed.
alter table invoice add column writtendown bigint not null default 0 check (writtendown >= 0 and writtendown % 100 = 0);
alter table invoiceitem add column writtendown bigint not null default 0 check (writtendown >= 0 and writtendown % 100 = 0);
-- Null until the transaction that adds a line has numbered the lines.
alter table invoiceitem add column position bigint;
update invoiceitem set position = (select count(*) from invoiceitem earlier where earlier.accountid = invoiceitem.accountid
  and earlier.invoiceid = invoiceitem.invoiceid and earlier.id <= invoiceitem.id);
