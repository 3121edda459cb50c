-- Versions of a document can be asked for: each gets an id like every other record. Those that are there are numbered in their order.

/*sqlite
create table versionwithid (
  accountid bigint not null,
  documentid bigint not null,
  version bigint not null,
  personid bigint not null,
  filename ctext not null,
  filesize bigint not null,
  mediatype ctext not null,
  hash ctext not null,
  date ctext not null,
  id bigint not null,
  primary key (accountid, id),
  unique (accountid, documentid, version),
  foreign key (accountid, documentid) references document (accountid, id) on delete cascade,
  foreign key (accountid, personid) references person (accountid, id)
);
insert into versionwithid
  select accountid, documentid, version, personid, filename, filesize, mediatype, hash, date,
    (select n from counter where accountid = 0 and name = 'id')
      + row_number() over (order by accountid, documentid, version)
  from documentversion;
update counter set n = n + (select count(*) from versionwithid) where accountid = 0 and name = 'id';
drop table documentversion;
alter table versionwithid rename to documentversion;
create index documentversion_hash on documentversion (hash);
create index documentversion_person on documentversion (accountid, personid);
create trigger documentversion_removed after delete on documentversion begin
  insert into removedfile (accountid, hash) values (old.accountid, old.hash);
end;
*/
/*postgres
alter table documentversion add column id bigint;
update documentversion set id = numbered.id from (
  select accountid, documentid, version, nextval('ids') as id
    from (select accountid, documentid, version from documentversion order by accountid, documentid, version) as ordered
  ) as numbered
  where documentversion.accountid = numbered.accountid and documentversion.documentid = numbered.documentid
    and documentversion.version = numbered.version;
alter table documentversion alter column id set not null;
alter table documentversion drop constraint documentversion_pkey;
alter table documentversion add primary key (accountid, id);
alter table documentversion add unique (accountid, documentid, version);
*/
