-- not released yet
-- The sample records of an account, in the order of their creation (docs/adr/0053-sample-data.md). A record that somebody has
-- deleted may still be named here.
create table samplerecord (
  accountid bigint not null,
  id bigint not null,
  resource ctext not null,
  recordid bigint not null,
  primary key (accountid, id)
);
