-- not released yet
-- The second factor of a person: at most one. It counts once it was confirmed by a code.
create table factor (
  accountid bigint not null,
  personid bigint not null,
  -- Encrypted.
  secret ctext not null,
  confirmed ctext not null,
  -- The step of the last code that was used, so that none works twice.
  laststep bigint not null,
  datecreated ctext not null,
  primary key (accountid, personid),
  foreign key (accountid, personid) references person (accountid, id) on delete cascade
);

-- Each works once, and is deleted then. Only hashes are stored.
create table recoverycode (
  accountid bigint not null,
  personid bigint not null,
  hash ctext not null,
  primary key (accountid, personid, hash),
  foreign key (accountid, personid) references person (accountid, id) on delete cascade
);

-- Sign-ins with the right password that still need a code, or a second factor. Not sessions: nothing else accepts them.
create table pendingsignin (
  accountid bigint not null,
  personid bigint not null,
  -- Only the browser has the cookie itself.
  hash ctext not null unique,
  datecreated ctext not null,
  primary key (accountid, personid, hash),
  foreign key (accountid, personid) references person (accountid, id) on delete cascade
);

-- none, administrators or everyone
alter table company add column secondfactor ctext not null default 'none';
