-- not released yet
-- Rates from a day on. `projectworktype.hourlyrate` stays the rate before the first of them, so no sum moves here
-- (docs/adr/0033-dated-rates.md). A row without a person is for everyone.
create table projectrate (
  accountid bigint not null,
  id bigint not null,
  projectid bigint not null,
  worktypeid bigint not null,
  personid bigint,
  datebegin ctext not null,
  hourlyrate bigint not null,
  primary key (accountid, id),
  foreign key (accountid, projectid) references project (accountid, id) on delete cascade,
  foreign key (accountid, worktypeid) references worktype (accountid, id),
  foreign key (accountid, personid) references person (accountid, id) on delete cascade
);
-- One rate for a day, and the order in which the rate of an entry is searched.
create unique index projectrate_day on projectrate (accountid, projectid, worktypeid, coalesce(personid, 0), datebegin);
create index projectrate_worktype on projectrate (accountid, worktypeid);
create index projectrate_person on projectrate (accountid, personid);
create index projectrate_datebegin on projectrate (accountid, datebegin, id);
