-- not released yet
-- Webhooks: where the events of an account are sent, how far each has come, and every delivery with its attempts.
create table webhook (
  accountid bigint not null references account (id),
  id bigint not null,
  personid bigint not null,
  url ctext not null,
  events ctext not null,
  description ctext not null default '',
  active flagtext not null default 't',
  datecreated ctext not null,
  -- Why the server turned it off; empty otherwise.
  offreason ctext not null default '',
  -- Both secrets are encrypted. The old one signs too until its time is over.
  sealed flagtext not null default 't',
  secret ctext not null,
  oldsecret ctext,
  oldsecrettill ctext,
  primary key (accountid, id),
  foreign key (accountid, personid) references person (accountid, id)
);
create index webhook_person on webhook (accountid, personid);

-- Written by the server with every delivery, so it is apart from the record, whose changes are events.
create table webhookstate (
  accountid bigint not null,
  id bigint not null,
  -- The last event that has become a delivery.
  lastevent bigint not null,
  -- A replay: the last event that it has reached and the last one that it wants.
  replayedto bigint,
  replayuntil bigint,
  -- The first failure since the last success, and the number of failures since then.
  failingsince ctext,
  failures bigint not null default 0,
  primary key (accountid, id),
  foreign key (accountid, id) references webhook (accountid, id) on delete cascade
);

create table webhookdelivery (
  accountid bigint not null,
  id bigint not null,
  webhookid bigint not null,
  -- Null for a test.
  eventid bigint,
  event ctext not null,
  date ctext not null,
  -- waiting, sent or failed
  status ctext not null,
  attempts bigint not null default 0,
  heldtill ctext not null,
  claim ctext not null default '',
  lastattempt ctext,
  statuscode bigint,
  ms bigint,
  error ctext not null default '',
  primary key (accountid, id),
  foreign key (accountid, webhookid) references webhook (accountid, id) on delete cascade
);
create index webhookdelivery_webhook on webhookdelivery (accountid, webhookid, id);
create index webhookdelivery_status on webhookdelivery (accountid, status, id);
create index webhookdelivery_first on webhookdelivery (accountid, webhookid, id) where status = 'waiting' and attempts = 0;
create index webhookdelivery_sending on webhookdelivery (accountid, webhookid) where claim <> '';
create index webhookdelivery_retry on webhookdelivery (heldtill) where status = 'waiting' and attempts > 0;
create index webhookdelivery_date on webhookdelivery (date);
