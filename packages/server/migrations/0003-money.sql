-- Money: payment terms and types, invoices with their lines and notes, payments, and how the account presents itself.
-- Amounts are whole cents, kept in ten-thousandths like all money; quantities are millionths like hours. What an invoice adds
-- up to is kept with it, so that lists sort and page by it, and the rules that bind these sums are the database's own.

create table invoiceterm (
  accountid bigint not null references account (id),
  id bigint not null,
  name ctext not null,
  -- Days until an invoice is due; null for the term whose day is named on the invoice itself.
  duration bigint,
  priority bigint not null,
  primary key (accountid, id)
);

create table paymenttype (
  accountid bigint not null references account (id),
  id bigint not null,
  name ctext not null,
  priority bigint not null,
  primary key (accountid, id)
);

create table invoice (
  accountid bigint not null,
  id bigint not null,
  localid bigint not null,
  projectid bigint not null,
  date ctext not null,
  termid bigint not null,
  termother ctext not null default '',
  termotherdatedue ctext,
  datedue ctext not null,
  title ctext not null,
  description ctext not null default '',
  addressfrom ctext not null default '',
  addressto ctext not null default '',
  purchaseorder ctext not null default '',
  disclaimer ctext not null default '',
  -- Per cent, in ten-thousandths.
  tax bigint,
  secondtax bigint,
  secondtaxcompound flagtext not null default 'f',
  -- Whether its lines are built from time; decided once.
  prefilled flagtext not null default 'f',
  datebegin ctext,
  dateend ctext,
  dateissued ctext,
  datevoided ctext,
  numitems bigint not null default 0,
  subtotal bigint not null default 0,
  taxamount bigint not null default 0,
  secondtaxamount bigint not null default 0,
  total bigint not null default 0,
  payments bigint not null default 0,
  balance bigint not null default 0,
  -- The day of the payment that closed it.
  datepaid ctext,
  primary key (accountid, id),
  unique (accountid, localid),
  check (total = subtotal + taxamount + secondtaxamount),
  check (balance = total - payments),
  check (subtotal % 100 = 0 and taxamount % 100 = 0 and secondtaxamount % 100 = 0 and payments % 100 = 0),
  check ((prefilled = 't') = (datebegin is not null or dateend is not null)),
  check (datebegin is null or dateend is null or datebegin <= dateend),
  check (datevoided is null or dateissued is not null),
  foreign key (accountid, projectid) references project (accountid, id),
  foreign key (accountid, termid) references invoiceterm (accountid, id)
);
create index invoice_project on invoice (accountid, projectid, id);
create index invoice_term on invoice (accountid, termid);
create index invoice_date on invoice (accountid, date, id);
create index invoice_datedue on invoice (accountid, datedue, id);
create index invoice_datepaid on invoice (accountid, datepaid, id);
create index invoice_subtotal on invoice (accountid, subtotal, id);
create index invoice_total on invoice (accountid, total, id);
create index invoice_payments on invoice (accountid, payments, id);
create index invoice_balance on invoice (accountid, balance, id);

create table invoiceitem (
  accountid bigint not null,
  id bigint not null,
  invoiceid bigint not null,
  name ctext not null,
  description ctext not null default '',
  quantity bigint,
  rate bigint,
  amount bigint not null check (amount % 100 = 0),
  custom flagtext not null,
  -- The work that a generated line bills.
  worktypeid bigint,
  primary key (accountid, id),
  check ((custom = 'f') = (worktypeid is not null)),
  check (custom = 't' or (quantity is not null and rate is not null)),
  foreign key (accountid, invoiceid) references invoice (accountid, id) on delete cascade,
  foreign key (accountid, worktypeid) references worktype (accountid, id)
);
create index invoiceitem_invoice on invoiceitem (accountid, invoiceid, id);
create index invoiceitem_worktype on invoiceitem (accountid, worktypeid);
-- One line per work type and rate.
create unique index invoiceitem_generated on invoiceitem (accountid, invoiceid, worktypeid, rate) where custom = 'f';

-- Which hours stand behind a line. The key is the entry alone: no entry is ever on two lines.
create table invoicedtime (
  accountid bigint not null,
  timeid bigint not null,
  itemid bigint not null,
  primary key (accountid, timeid),
  foreign key (accountid, timeid) references time (accountid, id),
  foreign key (accountid, itemid) references invoiceitem (accountid, id) on delete cascade
) /*sqlite without rowid*/;
create index invoicedtime_item on invoicedtime (accountid, itemid, timeid);

create table invoicenote (
  accountid bigint not null,
  id bigint not null,
  invoiceid bigint not null,
  authorid bigint not null,
  title ctext not null,
  note ctext not null default '',
  date ctext not null,
  datemodified ctext not null,
  -- The changed fields of an automatic note; null for a written one.
  changes ctext,
  primary key (accountid, id),
  foreign key (accountid, invoiceid) references invoice (accountid, id) on delete cascade,
  foreign key (accountid, authorid) references person (accountid, id)
);
create index invoicenote_invoice on invoicenote (accountid, invoiceid, date, id);
create index invoicenote_author on invoicenote (accountid, authorid);

create table payment (
  accountid bigint not null,
  id bigint not null,
  projectid bigint not null,
  invoiceid bigint,
  personid bigint not null,
  date ctext not null,
  amount bigint not null check (amount % 100 = 0),
  typeid bigint not null,
  reference ctext not null default '',
  note ctext not null default '',
  primary key (accountid, id),
  foreign key (accountid, projectid) references project (accountid, id),
  foreign key (accountid, invoiceid) references invoice (accountid, id),
  foreign key (accountid, personid) references person (accountid, id),
  foreign key (accountid, typeid) references paymenttype (accountid, id)
);
create index payment_project on payment (accountid, projectid, id);
create index payment_invoice on payment (accountid, invoiceid, date, id);
create index payment_person on payment (accountid, personid, id);
create index payment_type on payment (accountid, typeid, id);
create index payment_date on payment (accountid, date, id);

-- How the account presents itself on invoices; one row in every account. Its name and time zone stand in `account`.
create table company (
  accountid bigint not null references account (id),
  id bigint not null check (id = 1),
  address ctext not null default '',
  taxnumber ctext not null default '',
  -- As ISO 4217 names it, such as EUR; blank prints amounts without one.
  currency ctext not null default '',
  logofilename ctext,
  logofilesize bigint,
  logomediatype ctext,
  logohash ctext,
  primary key (accountid, id)
);
create index company_logo on company (logohash);

insert into invoiceterm (accountid, id, name, duration, priority)
select account.id, term.id, term.name, term.duration, term.id from account cross join (
  select 1 as id, 'Upon Receipt' as name, 0 as duration
  union all select 2, 'Net 10', 10 union all select 3, 'Net 15', 15 union all select 4, 'Net 30', 30
  union all select 5, 'Net 60', 60 union all select 6, 'Other', null
) term;

insert into paymenttype (accountid, id, name, priority)
select account.id, kind.id, kind.name, kind.id from account cross join (
  select 1 as id, 'Cash' as name union all select 2, 'Check' union all select 3, 'Credit Card'
  union all select 4, 'Electronic Transfer' union all select 5, 'Other'
) kind;

insert into company (accountid, id) select account.id, 1 from account;

-- A logo that was replaced or taken away leaves its file like a version that was removed.
/*sqlite
create trigger company_logoreplaced after update of logohash on company
when old.logohash is not null and old.logohash is not new.logohash begin
  insert into removedfile (accountid, hash) values (old.accountid, old.logohash);
end;
*/
/*postgres
create function notereplacedlogo() returns trigger language plpgsql as
  $$begin insert into removedfile (accountid, hash) values (old.accountid, old.logohash); return null; end$$;
create trigger company_logoreplaced after update of logohash on company
  for each row when (old.logohash is not null and old.logohash is distinct from new.logohash)
  execute function notereplacedlogo();
*/
