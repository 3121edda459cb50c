-- not released yet
-- Estimates that are sent by mail, and their public links (docs/adr/0045-sent-estimates.md). Who sent it may be deleted later, so sentby is no
-- foreign key. `signedby` is the name that was typed on the public page.
alter table estimate add column sentby bigint;
alter table estimate add column sentto ctext not null default '';
alter table estimate add column mailerror ctext not null default '';
alter table estimate add column signedby ctext not null default '';

-- To whom the last estimate of the client was sent.
alter table client add column estimateto ctext not null default '';
alter table client add column estimatecc ctext not null default '';

-- A sent estimate does not change until it is reopened, so its file is made when the mail is sent. A mail of another revision is not sent.
alter table outbox add column estimateid bigint;
alter table outbox add column revision bigint;

create table estimatelink (
  accountid bigint not null,
  estimateid bigint not null,
  hash ctext not null unique,
  secret ctext not null,
  datecreated ctext not null,
  views bigint not null default 0,
  lastview ctext,
  primary key (accountid, estimateid),
  foreign key (accountid, estimateid) references estimate (accountid, id) on delete cascade
);
