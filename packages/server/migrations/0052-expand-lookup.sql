-- not released yet
-- Which account a secret, a user name or an identity belongs to, on a distributed database only
-- (packages/server/src/io/lookup.ts). On every other database it stays empty. It refers to no table, because Citus would
-- then move it, and it names the account without the column `accountid`, which tables are distributed by.

create table lookup (
  tablename ctext not null,
  value ctext not null,
  account bigint not null,
  primary key (tablename, value, account)
) /*sqlite without rowid*/;
