-- not released yet
-- Recurring invoices (docs/adr/0038-recurring-invoices.md): what they contain, and each period with what became of it.
create table recurringinvoice (
  accountid bigint not null,
  id bigint not null,
  projectid bigint not null,
  title ctext not null,
  every ctext not null,
  billing ctext not null,
  day bigint not null,
  firstperiod ctext not null,
  dateend ctext,
  delivery ctext not null,
  active flagtext not null default 't',
  includetime flagtext not null default 'f',
  excludeunapproved flagtext not null default 'f',
  termid bigint not null,
  description ctext not null default '',
  addressfrom ctext not null default '',
  addressto ctext not null default '',
  purchaseorder ctext not null default '',
  disclaimer ctext not null default '',
  tax bigint,
  secondtax bigint,
  secondtaxcompound flagtext not null default 'f',
  -- The first period that is in no row of recurringperiod, and the day of its invoice; no day after the end.
  nextperiod ctext not null,
  nextdate ctext,
  primary key (accountid, id),
  foreign key (accountid, projectid) references project (accountid, id),
  foreign key (accountid, termid) references invoiceterm (accountid, id)
);
create index recurringinvoice_project on recurringinvoice (accountid, projectid, id);
create index recurringinvoice_term on recurringinvoice (accountid, termid);
create index recurringinvoice_nextdate on recurringinvoice (accountid, nextdate, id);
create index recurringinvoice_nextfirst on recurringinvoice (accountid, (nextdate is null), nextdate, id);
create index recurringinvoice_nextlast on recurringinvoice (accountid, (nextdate is null), nextdate desc, id);
create index recurringinvoice_title on recurringinvoice (accountid, title, id);

create table recurringinvoiceitem (
  accountid bigint not null,
  id bigint not null,
  recurringinvoiceid bigint not null,
  name ctext not null,
  description ctext not null default '',
  quantity bigint,
  rate bigint,
  amount bigint not null,
  primary key (accountid, id),
  foreign key (accountid, recurringinvoiceid) references recurringinvoice (accountid, id) on delete cascade,
  check (amount % 100 = 0)
);
create index recurringinvoiceitem_owner on recurringinvoiceitem (accountid, recurringinvoiceid, id);

-- The two unique keys allow one row per period and one period per invoice, however many servers look for due periods. A draft that was
-- deleted keeps its period, so invoiceid is no foreign key.
create table recurringperiod (
  accountid bigint not null,
  id bigint not null,
  recurringinvoiceid bigint not null,
  period ctext not null,
  periodend ctext not null,
  date ctext not null,
  state ctext not null,
  reason ctext not null default '',
  invoiceid bigint,
  primary key (accountid, id),
  foreign key (accountid, recurringinvoiceid) references recurringinvoice (accountid, id) on delete cascade,
  check ((state = 'created') = (invoiceid is not null))
);
create unique index recurringperiod_period on recurringperiod (accountid, recurringinvoiceid, period);
create unique index recurringperiod_invoice on recurringperiod (accountid, invoiceid);
create index recurringperiod_state on recurringperiod (accountid, state, id);
