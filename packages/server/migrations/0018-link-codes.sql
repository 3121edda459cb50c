-- not released yet
-- One-time links: the set-up of a new account, an invitation, and a new password. A person has at most one open link of each kind.
create table linkcode (
  accountid bigint not null,
  personid bigint not null,
  kind ctext not null,
  hash ctext not null unique,
  datecreated ctext not null,
  -- Null for a set-up, which is open until it is used.
  dateexpires ctext,
  -- The address that it was mailed to. The link is void when the person has another one.
  address ctext,
  primary key (accountid, personid, kind),
  foreign key (accountid, personid) references person (accountid, id) on delete cascade
);
insert into linkcode (accountid, personid, kind, hash, datecreated)
  select accountid, personid, 'setup', hash, datecreated from setupcode;
drop table setupcode;

-- Who has forgotten the password says the address, and no account.
create index personcontact_email on personcontact (lower(value)) where contacttypeid = 1;
