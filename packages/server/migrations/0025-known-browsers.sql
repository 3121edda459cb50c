-- not released yet
-- Browsers in which people have signed in, to notice a new one. Only the browser has the cookie itself.
create table knownbrowser (
  accountid bigint not null,
  personid bigint not null,
  hash ctext not null,
  lastused ctext not null,
  primary key (accountid, personid, hash),
  foreign key (accountid, personid) references person (accountid, id) on delete cascade
);
create index knownbrowser_hash on knownbrowser (hash);

-- The last attempt that was compared, for the delay between attempts at one user name.
alter table signintry add column last ctext;
