-- Answers kept for a day under the key that their requests came with, so that a request whose answer was lost can be sent again
-- without being done again.

create table keptanswer (
  accountid bigint not null,
  personid bigint not null,
  key ctext not null,
  -- What was asked, hashed: the same key with another request is a mistake.
  asked ctext not null,
  status bigint not null,
  answer ctext not null,
  date ctext not null,
  primary key (accountid, personid, key),
  foreign key (accountid, personid) references person (accountid, id) on delete cascade
);
create index keptanswer_date on keptanswer (date);
