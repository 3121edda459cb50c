-- not released yet
-- Who a person is at a provider of OpenID Connect. The subject is the provider's own name for the person and never changes.
create table identity (
  accountid bigint not null,
  id bigint not null,
  personid bigint not null,
  issuer ctext not null,
  subject ctext not null,
  datecreated ctext not null,
  primary key (accountid, id),
  unique (accountid, issuer, subject),
  unique (accountid, personid, issuer),
  foreign key (accountid, personid) references person (accountid, id) on delete cascade
);
create index identity_subject on identity (issuer, subject);

-- The provider that an Administrator has entered for the account. The environment takes precedence.
create table oidcsetting (
  accountid bigint primary key references account (id),
  name ctext not null,
  issuer ctext not null,
  clientid ctext not null,
  -- Encrypted; blank for a client without a secret.
  secret ctext not null,
  -- The group of people who are created when they sign in for the first time; null if nobody is.
  creategroupid bigint,
  -- Whether an address counts as verified if the provider does not say so.
  trustemail flagtext not null,
  -- f if people may not sign in with a password.
  passwords flagtext not null
);

-- When the provider confirmed who the person is; null if the session began with a password.
alter table session add column dateproved ctext;
