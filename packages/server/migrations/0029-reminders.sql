-- not released yet
-- Reminders of invoices that are not paid: on these days after the due date, such as 3,10,20; empty for none.
alter table company add column reminders ctext not null default '';
alter table company add column remindersubject ctext not null default '';
alter table company add column remindertext ctext not null default '';
alter table client add column remindersoff flagtext not null default 'f';
alter table invoice add column remindersoff flagtext not null default 'f';

-- The key allows each step once, however many servers look for due reminders.
create table invoicereminder (
  accountid bigint not null,
  invoiceid bigint not null,
  step bigint not null,
  date ctext not null,
  primary key (accountid, invoiceid, step),
  foreign key (accountid, invoiceid) references invoice (accountid, id) on delete cascade
);
