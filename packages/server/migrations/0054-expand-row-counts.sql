-- not released yet
-- The number of rows that an account has in a table, so that lists of all records need not count them (docs/adr/0065-row-counts.md).
-- It is right if `rowcountat` is the current version `n`; null or another version means that it is not known. While the
-- rows are counted for the first time, `rowsfrom` is the version from which on `rowcount` has the added and removed rows.

alter table tableversion add column rowcount bigint;
alter table tableversion add column rowcountat bigint;
alter table tableversion add column rowsfrom bigint;
