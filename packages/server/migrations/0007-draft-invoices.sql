-- not released yet
-- A draft is an invoice that clients do not see until it is issued. Invoices that exist already stay visible.
alter table invoice add column draft flagtext not null default 'f';
