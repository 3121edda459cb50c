-- not released yet
-- The public link of an invoice, at most one. It is found by the hash of its secret; the secret is encrypted, so that it can be shown again.
create table invoicelink (
  accountid bigint not null,
  invoiceid bigint not null,
  hash ctext not null unique,
  secret ctext not null,
  datecreated ctext not null,
  views bigint not null default 0,
  lastview ctext,
  primary key (accountid, invoiceid),
  foreign key (accountid, invoiceid) references invoice (accountid, id) on delete cascade
);

-- How clients pay, on the public page of an invoice.
alter table company add column paymentinfo ctext not null default '';
