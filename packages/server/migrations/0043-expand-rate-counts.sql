-- not released yet
-- What all servers on this database counted in a minute, by token, session or address: their limits hold together. It
-- is not copied. SQLite keeps it in the file of the quota.
/*postgres
create table ratecount (
  ratekey ctext primary key,
  minute bigint not null,
  used bigint not null
);
*/
