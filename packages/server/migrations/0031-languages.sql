-- not released yet
-- The language of invoices and their mails, such as de; empty for that of the company, and there for English.
alter table client add column language ctext not null default '';
alter table company add column language ctext not null default '';
