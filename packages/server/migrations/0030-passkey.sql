-- not released yet
-- Passkeys of people. Nothing in it is secret: the key that signs never leaves the device.
create table passkey (
  accountid bigint not null,
  id bigint not null,
  personid bigint not null,
  -- The device chooses it; one credential belongs to one person.
  credentialid ctext not null unique,
  publickey ctext not null,
  -- How often the device has signed, as it says; 0 for devices that do not count.
  counter bigint not null,
  -- How the browser reaches the device, separated by commas.
  transports ctext not null,
  name ctext not null,
  datecreated ctext not null,
  lastused ctext,
  primary key (accountid, id),
  foreign key (accountid, personid) references person (accountid, id) on delete cascade
);
create index passkey_person on passkey (accountid, personid);

-- Challenges that a passkey has answered, so that no answer counts twice. Rows are deleted when the challenge is over.
create table usedchallenge (
  hash ctext primary key,
  datecreated ctext not null
);
