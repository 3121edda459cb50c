-- not released yet
-- The calendar address of a person: at most one. Only the hash of its secret is stored.
create table calendarfeed (
  accountid bigint not null,
  id bigint not null,
  personid bigint not null,
  hash ctext not null unique,
  datecreated ctext not null,
  primary key (accountid, id),
  unique (accountid, personid),
  foreign key (accountid, personid) references person (accountid, id) on delete cascade
);
