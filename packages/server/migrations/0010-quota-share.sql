-- not released yet
-- The share of the account's daily quota that one person may use, in per cent. Null: no limit.
alter table account add column quotashare bigint check (quotashare between 1 and 100);
