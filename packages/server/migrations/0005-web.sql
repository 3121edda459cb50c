-- The web application: who is signed in at it, tries at signing in, and the code that opens a new account for the first time.
-- Nothing here is a record of anybody: sessions and tries are thrown away when their time is over.

create table session (
  accountid bigint not null,
  id bigint not null,
  personid bigint not null,
  -- Only the browser has the cookie itself.
  hash ctext not null unique,
  datecreated ctext not null,
  lastseen ctext not null,
  browser ctext not null,
  address ctext not null,
  primary key (accountid, id),
  foreign key (accountid, personid) references person (accountid, id) on delete cascade
);
create index session_person on session (accountid, personid);

-- Of no account: whoever tries has none yet. What is counted is hashed, because a password typed as a user name is a secret too.
create table signintry (
  hash ctext primary key,
  opened ctext not null,
  tries bigint not null
);
create index signintry_opened on signintry (opened);

-- An account that nobody has set up yet.
create table setupcode (
  accountid bigint primary key,
  personid bigint not null,
  hash ctext not null unique,
  datecreated ctext not null,
  foreign key (accountid, personid) references person (accountid, id) on delete cascade
);

-- Signing in begins with a user name and no account.
create index person_login on person (lower(username)) where username <> '';
