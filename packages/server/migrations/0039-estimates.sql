-- not released yet
-- Estimates and their lines (docs/adr/0040-estimates.md). `revision` counts how often an estimate was sent. An estimate can be converted again
-- after the draft that it became was deleted, so invoiceid is no foreign key.
create table estimate (
  accountid bigint not null,
  id bigint not null,
  localid bigint not null,
  projectid bigint not null,
  title ctext not null,
  date ctext not null,
  validuntil ctext,
  description ctext not null default '',
  addressfrom ctext not null default '',
  addressto ctext not null default '',
  purchaseorder ctext not null default '',
  disclaimer ctext not null default '',
  tax bigint,
  secondtax bigint,
  secondtaxcompound flagtext not null default 'f',
  currency ctext not null default '',
  state ctext not null default 'draft',
  revision bigint not null default 0,
  datesent ctext,
  datedecided ctext,
  decidedby bigint,
  onbehalf flagtext not null default 'f',
  decisionnote ctext not null default '',
  invoiceid bigint,
  numitems bigint not null default 0,
  subtotal bigint not null default 0,
  taxamount bigint not null default 0,
  secondtaxamount bigint not null default 0,
  total bigint not null default 0,
  primary key (accountid, id),
  unique (accountid, localid),
  foreign key (accountid, projectid) references project (accountid, id),
  foreign key (accountid, decidedby) references person (accountid, id),
  check (state in ('draft', 'sent', 'accepted', 'declined')),
  check ((state = 'draft') = (datesent is null)),
  check ((state in ('accepted', 'declined')) = (datedecided is not null)),
  check (invoiceid is null or state = 'accepted'),
  check (total = subtotal + taxamount + secondtaxamount),
  check (subtotal % 100 = 0 and taxamount % 100 = 0 and secondtaxamount % 100 = 0)
);
create unique index estimate_invoice on estimate (accountid, invoiceid);
create index estimate_project on estimate (accountid, projectid, id);
create index estimate_decidedby on estimate (accountid, decidedby);
create index estimate_state on estimate (accountid, state, id);
create index estimate_date on estimate (accountid, date, id);
create index estimate_title on estimate (accountid, title, id);
create index estimate_total on estimate (accountid, total, id);
create index estimate_validfirst on estimate (accountid, (validuntil is null), validuntil, id);
create index estimate_validlast on estimate (accountid, (validuntil is null), validuntil desc, id);

create table estimateitem (
  accountid bigint not null,
  id bigint not null,
  estimateid bigint not null,
  name ctext not null,
  description ctext not null default '',
  quantity bigint,
  rate bigint,
  amount bigint not null,
  primary key (accountid, id),
  foreign key (accountid, estimateid) references estimate (accountid, id) on delete cascade,
  check (amount % 100 = 0)
);
create index estimateitem_estimate on estimateitem (accountid, estimateid, id);
