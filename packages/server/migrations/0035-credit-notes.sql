-- not released yet
-- A credit note is an invoice with negative amounts; `creditof` is the invoice that it credits. `credited` is what credit notes take off the
-- balance: on an invoice the sum of its issued ones, on a credit note its own total. `releasetime` says that it asks for the hours of the
-- credited invoice to be released, `timereleased` on that invoice that they were (docs/adr/0036-credit-notes.md).

/*sqlite
-- Only a new table can have another check of the balance. The rowid stays, because the search index has it.
create table creditinvoice (
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
  tax bigint,
  secondtax bigint,
  secondtaxcompound flagtext not null default 'f',
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
  datepaid ctext,
  draft flagtext not null default 'f',
  excludefuture flagtext not null default 'f',
  excludeunapproved flagtext not null default 'f',
  datesent ctext,
  sentto ctext not null default '',
  mailerror ctext not null default '',
  remindersoff flagtext not null default 'f',
  issuednumber ctext,
  numberseries ctext,
  numberinseries bigint,
  creditof bigint,
  credited bigint not null default 0,
  releasetime flagtext not null default 'f',
  timereleased flagtext not null default 'f',
  primary key (accountid, id),
  unique (accountid, localid),
  check (total = subtotal + taxamount + secondtaxamount),
  check (balance = total - payments - credited),
  check (creditof is null or balance = 0),
  check (subtotal % 100 = 0 and taxamount % 100 = 0 and secondtaxamount % 100 = 0 and payments % 100 = 0),
  check ((prefilled = 't') = (datebegin is not null or dateend is not null)),
  check (datebegin is null or dateend is null or datebegin <= dateend),
  check (datevoided is null or dateissued is not null),
  foreign key (accountid, projectid) references project (accountid, id),
  foreign key (accountid, termid) references invoiceterm (accountid, id)
);
insert into creditinvoice (rowid,
  accountid, id, localid, projectid, date, termid, termother, termotherdatedue, datedue, title, description, addressfrom,
  addressto, purchaseorder, disclaimer, tax, secondtax, secondtaxcompound, prefilled, datebegin, dateend, dateissued, datevoided,
  numitems, subtotal, taxamount, secondtaxamount, total, payments, balance, datepaid, draft, excludefuture, excludeunapproved,
  datesent, sentto, mailerror, remindersoff, issuednumber, numberseries, numberinseries)
select rowid,
  accountid, id, localid, projectid, date, termid, termother, termotherdatedue, datedue, title, description, addressfrom,
  addressto, purchaseorder, disclaimer, tax, secondtax, secondtaxcompound, prefilled, datebegin, dateend, dateissued, datevoided,
  numitems, subtotal, taxamount, secondtaxamount, total, payments, balance, datepaid, draft, excludefuture, excludeunapproved,
  datesent, sentto, mailerror, remindersoff, issuednumber, numberseries, numberinseries
from invoice;
drop table invoice;
alter table creditinvoice rename to invoice;
create index invoice_project on invoice (accountid, projectid, id);
create index invoice_term on invoice (accountid, termid);
create index invoice_date on invoice (accountid, date, id);
create index invoice_datedue on invoice (accountid, datedue, id);
create index invoice_datepaid on invoice (accountid, datepaid, id);
create index invoice_subtotal on invoice (accountid, subtotal, id);
create index invoice_total on invoice (accountid, total, id);
create index invoice_payments on invoice (accountid, payments, id);
create index invoice_balance on invoice (accountid, balance, id);
create index invoice_duelast on invoice (accountid, (datedue is null), datedue desc, id);
create index invoice_paidlast on invoice (accountid, (datepaid is null), datepaid desc, id);
create index invoice_duefirst on invoice (accountid, (datedue is null), datedue, id);
create index invoice_paidfirst on invoice (accountid, (datepaid is null), datepaid, id);
create unique index invoice_issuednumber on invoice (accountid, issuednumber);
create unique index invoice_numberinseries on invoice (accountid, numberseries, numberinseries);
create trigger invoice_searchinserted after insert on invoice begin
  insert into searchpending values ('invoice', new.accountid, new.id) on conflict do nothing;
end;
create trigger invoice_searchdeleted after delete on invoice begin
  insert into searchpending values ('invoice', old.accountid, old.id) on conflict do nothing;
end;
create trigger invoice_searchupdated after update of title, description, purchaseorder, addressfrom, addressto, localid, issuednumber on invoice begin
  insert into searchpending values ('invoice', new.accountid, new.id) on conflict do nothing;
end;
*/
/*postgres
alter table invoice add column creditof bigint;
alter table invoice add column credited bigint not null default 0;
alter table invoice add column releasetime flagtext not null default 'f';
alter table invoice add column timereleased flagtext not null default 'f';
do $$
declare
  found text;
begin
  select conname into strict found from pg_constraint
    where conrelid = 'invoice'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%balance = (total - payments)%';
  execute format('alter table invoice drop constraint %I', found);
end
$$;
alter table invoice add check (balance = total - payments - credited);
alter table invoice add check (creditof is null or balance = 0);
*/
create index invoice_creditof on invoice (accountid, creditof, id) where creditof is not null;
