-- not released yet
-- Categories and billing of expenses (docs/adr/0043-expenses.md). `markup` is in percent; with one, the fee follows from the cost. A receipt is a
-- file, named by the hash of its bytes like a version of a document.
create table expensecategory (
  accountid bigint not null,
  id bigint not null,
  name ctext not null,
  priority bigint not null,
  active flagtext not null default 't',
  primary key (accountid, id)
);
insert into expensecategory (accountid, id, name, priority)
select account.id, category.id, category.name, category.id from account cross join (
  select 1 as id, 'Travel' as name union all select 2, 'Accommodation' union all select 3, 'Meals'
  union all select 4, 'Materials' union all select 5, 'Software' union all select 6, 'Other'
) category;

/*sqlite
-- Only a new table can have another foreign key of two columns.
create table billedexpense (
  accountid bigint not null,
  id bigint not null,
  projectid bigint not null,
  personid bigint not null,
  date ctext not null,
  expense bigint not null,
  fee bigint not null,
  note ctext not null default '',
  categoryid bigint,
  paidby ctext not null default 'company',
  markup bigint,
  billable flagtext not null default 't',
  receiptfilename ctext,
  receiptfilesize bigint,
  receiptmediatype ctext,
  receipthash ctext,
  primary key (accountid, id),
  check (paidby in ('company', 'person')),
  check ((receipthash is null) = (receiptfilename is null)),
  check ((receipthash is null) = (receiptfilesize is null)),
  check ((receipthash is null) = (receiptmediatype is null)),
  foreign key (accountid, projectid) references project (accountid, id),
  foreign key (accountid, personid) references person (accountid, id),
  foreign key (accountid, categoryid) references expensecategory (accountid, id)
);
insert into billedexpense (accountid, id, projectid, personid, date, expense, fee, note)
select accountid, id, projectid, personid, date, expense, fee, note from expense;
drop table expense;
alter table billedexpense rename to expense;
create index expense_date on expense (accountid, date desc, id);
create index expense_project on expense (accountid, projectid, date desc, id);
create index expense_person on expense (accountid, personid, date desc, id);
create trigger expense_receiptreplaced after update of receipthash on expense
when old.receipthash is not null and old.receipthash is not new.receipthash begin
  insert into removedfile (accountid, hash) values (old.accountid, old.receipthash);
end;
create trigger expense_receiptremoved after delete on expense when old.receipthash is not null begin
  insert into removedfile (accountid, hash) values (old.accountid, old.receipthash);
end;
*/
/*postgres
alter table expense add column categoryid bigint;
alter table expense add column paidby ctext not null default 'company';
alter table expense add column markup bigint;
alter table expense add column billable flagtext not null default 't';
alter table expense add column receiptfilename ctext;
alter table expense add column receiptfilesize bigint;
alter table expense add column receiptmediatype ctext;
alter table expense add column receipthash ctext;
alter table expense add check (paidby in ('company', 'person'));
alter table expense add check ((receipthash is null) = (receiptfilename is null));
alter table expense add check ((receipthash is null) = (receiptfilesize is null));
alter table expense add check ((receipthash is null) = (receiptmediatype is null));
alter table expense add foreign key (accountid, categoryid) references expensecategory (accountid, id);
create function noteremovedreceipt() returns trigger language plpgsql as
  $$begin insert into removedfile (accountid, hash) values (old.accountid, old.receipthash); return null; end$$;
create trigger expense_receiptreplaced after update of receipthash on expense
  for each row when (old.receipthash is not null and old.receipthash is distinct from new.receipthash)
  execute function noteremovedreceipt();
create trigger expense_receiptremoved after delete on expense
  for each row when (old.receipthash is not null) execute function noteremovedreceipt();
*/
create index expense_category on expense (accountid, categoryid, date desc, id);
create index expense_receipt on expense (receipthash);

-- Which expense a line bills. The key is the expense alone: no expense is ever on two lines. A line bills one expense.
create table invoicedexpense (
  accountid bigint not null,
  expenseid bigint not null,
  itemid bigint not null,
  primary key (accountid, expenseid),
  foreign key (accountid, expenseid) references expense (accountid, id),
  foreign key (accountid, itemid) references invoiceitem (accountid, id) on delete cascade
) /*sqlite without rowid*/;
create unique index invoicedexpense_item on invoicedexpense (accountid, itemid);

alter table recurringinvoice add column includeexpenses flagtext not null default 'f';
