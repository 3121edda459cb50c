-- not released yet
-- Reports that people keep under a name, with their parameters as a query and the name of a relative period
-- (docs/adr/0051-saved-reports.md).
create table savedreport (
  accountid bigint not null,
  id bigint not null,
  personid bigint not null,
  title ctext not null,
  report ctext not null,
  params ctext not null default '',
  span ctext not null default '',
  compare flagtext not null default 'f',
  shared flagtext not null default 'f',
  primary key (accountid, id),
  foreign key (accountid, personid) references person (accountid, id) on delete cascade
);
create index savedreport_person on savedreport (accountid, personid);
create index savedreport_shared on savedreport (accountid, id) where shared = 't';
