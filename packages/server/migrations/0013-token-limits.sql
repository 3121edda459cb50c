-- not released yet
-- What a token may do and for how long. Existing tokens never expire and may do everything, as before.
alter table token add column dateexpires ctext;
alter table token add column readonly flagtext not null default 'f';
-- Names separated by commas; blank for all.
alter table token add column resources ctext not null default '';

-- The last use of a token. A table of its own, because a write of the token would drop every cached caller of the account.
create table tokenuse (
  accountid bigint not null,
  tokenid bigint not null,
  lastused ctext not null,
  lastaddress ctext not null,
  primary key (accountid, tokenid),
  foreign key (accountid, tokenid) references token (accountid, id) on delete cascade
);
