-- not released yet
-- How the time of a prefilled invoice is grouped into lines, and the group of each generated line: blank for its work type alone, else a
-- letter and the task, person, day or entry (docs/adr/0037-invoice-lines.md).
alter table invoice add column groupby ctext not null default 'worktype';
alter table invoiceitem add column groupkey ctext not null default '';
drop index invoiceitem_generated;
create unique index invoiceitem_generated on invoiceitem (accountid, invoiceid, worktypeid, groupkey, rate) where custom = 'f';
