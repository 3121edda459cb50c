-- not released yet
-- Numbers of issued invoices in the form that the company chose, such as RE-2026-0012: the text, and the series and place that it is made
-- of. The keys allow each once. Without a setting they stay null, and localid is the number.
alter table invoice add column issuednumber ctext;
alter table invoice add column numberseries ctext;
alter table invoice add column numberinseries bigint;
create unique index invoice_issuednumber on invoice (accountid, issuednumber);
create unique index invoice_numberinseries on invoice (accountid, numberseries, numberinseries);

alter table company add column numbering ctext not null default 'none';
alter table company add column numberprefix ctext not null default '';
alter table company add column numberdigits bigint not null default 4;
alter table company add column numberstart bigint not null default 1;

-- Searches find the number too.
/*sqlite
drop trigger invoice_searchupdated;
drop table invoice_search;
create virtual table invoice_search using fts5 (title, description, purchaseorder, addressfrom, addressto, localid, issuednumber,
  content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1');
create trigger invoice_searchupdated after update of title, description, purchaseorder, addressfrom, addressto, localid, issuednumber on invoice begin
  insert into searchpending values ('invoice', new.accountid, new.id) on conflict do nothing;
end;
insert into searchpending select 'invoice', accountid, id from invoice where true on conflict do nothing;
*/

/*postgres
drop index if exists invoice_search;
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
