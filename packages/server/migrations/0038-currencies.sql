-- not released yet
-- The currency of a client's rates and invoices, such as USD; empty for that of the company. Invoices and payments keep the currency in which
-- they were made (docs/adr/0039-currencies.md); those from before have that of the company, in which they were printed.
alter table client add column currency ctext not null default '';
alter table invoice add column currency ctext not null default '';
alter table payment add column currency ctext not null default '';
update invoice set currency = coalesce((select company.currency from company where company.accountid = invoice.accountid), '');
update payment set currency = coalesce((select company.currency from company where company.accountid = payment.accountid), '');
