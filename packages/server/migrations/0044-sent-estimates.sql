-- not released yet
-- Estimates that are sent by mail, and their public links (docs/adr/0045-sent-estimates.md). Who sent it may be deleted later, so sentby is no
-- foreign key. `signedby` is the name that was typed on the public page.
alter table estimate add column sentby bigint;
alter table estimate add column sentto ctext not null default '';
alter table estimate add column mailerror ctext not null default '';
alter table estimate add column signedby ctext not null default '';

-- To whom the last estimate of the client was sent.
alter table client add column estimateto ctext not null default '';
alter table client add column estimatecc ctext not null default '';

-- A sent estimate does not change until it is reopened, so its file is made when the mail is sent. A mail of another revision is not sent.
alter table outbox add column estimateid bigint;
alter table outbox add column revision bigint;

create table estimatelink (
  accountid bigint not null,
  estimateid bigint not null,
  hash ctext not null unique,
  secret ctext not null,
  datecreated ctext not null,
  views bigint not null default 0,
  lastview ctext,
  primary key (accountid, estimateid),
  foreign key (accountid, estimateid) references estimate (accountid, id) on delete cascade
);

-- Searches find estimates too.
/*sqlite
create virtual table estimate_search using fts5 (title, description, purchaseorder, addressfrom, addressto, localid,
  content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1');
create trigger estimate_searchinserted after insert on estimate begin
  insert into searchpending values ('estimate', new.accountid, new.id) on conflict do nothing;
end;
create trigger estimate_searchupdated after update of title, description, purchaseorder, addressfrom, addressto, localid on estimate begin
  insert into searchpending values ('estimate', new.accountid, new.id) on conflict do nothing;
end;
create trigger estimate_searchdeleted after delete on estimate begin
  insert into searchpending values ('estimate', old.accountid, old.id) on conflict do nothing;
end;
insert into searchpending select 'estimate', accountid, id from estimate where true on conflict do nothing;
*/

/*postgres
create or replace function createsearchindexes() returns void language plpgsql as $create$
declare
  searched record;
begin
  for searched in select * from (values
    ('client', array['name', 'description', 'localid']), ('person', array['firstname', 'lastname', 'username', 'notes']),
    ('personcontact', array['value']), ('project', array['name', 'description', 'localid']),
    ('milestone', array['title', 'description', 'localid']), ('milestonenote', array['note']),
    ('request', array['title', 'description']), ('task', array['title', 'summary', 'localid']),
    ('invoice', array['title', 'description', 'purchaseorder', 'addressfrom', 'addressto', 'localid', 'issuednumber']),
    ('estimate', array['title', 'description', 'purchaseorder', 'addressfrom', 'addressto', 'localid']),
    ('document', array['searchtext']), ('projectnote', array['title'])) as listed (tablename, columns)
  loop
    -- A short pending list: every search reads it whole.
    execute format('create index if not exists %I on %I using gin (%s) with (gin_pending_list_limit = 256)',
      searched.tablename || '_search', searched.tablename,
      (select string_agg(format('searchform(%I) gin_trgm_ops', name), ', ') from unnest(searched.columns) as name));
  end loop;
end
$create$;
do $$
begin
  perform createsearchindexes();
exception when insufficient_privilege or undefined_file or feature_not_supported or undefined_object then
  null;
end
$$;
*/
