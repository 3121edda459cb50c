-- not released yet
-- Comments on work requests (docs/adr/0049-files-and-comments-of-clients.md).
create table requestnote (
  accountid bigint not null,
  id bigint not null,
  requestid bigint not null,
  authorid bigint not null,
  date ctext not null,
  datemodified ctext not null,
  note ctext not null default '',
  public flagtext not null default 'f',
  primary key (accountid, id),
  foreign key (accountid, requestid) references request (accountid, id) on delete cascade,
  foreign key (accountid, authorid) references person (accountid, id)
);
create index requestnote_request on requestnote (accountid, requestid, id);
create index requestnote_author on requestnote (accountid, authorid);
