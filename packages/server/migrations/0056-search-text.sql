-- not released yet
-- Writing a searched row costs less on PostgreSQL. The index of a table has one text made of all its columns, instead of an entry for
-- each column. And the functions are not strict any more: PostgreSQL can replace the call of such a function by its expression,
-- while it runs a strict one with CASE as a query of its own for each value. Their results are the same, also for null.

/*postgres
alter function searchform(text) called on null input;
alter function searchform(bigint) called on null input;

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
    -- A short pending list: every search reads it whole. Searches write the text in the same way (src/io/dialect.ts).
    execute format('create index if not exists %I on %I using gin ((%s) gin_trgm_ops) with (gin_pending_list_limit = 256)',
      searched.tablename || '_search', searched.tablename,
      (select string_agg(format('coalesce(searchform(%I), '''')', name), ' || '' '' || ' order by place)
       from unnest(searched.columns) with ordinality as listed (name, place)));
  end loop;
end
$create$;
do $$
declare
  existing text;
begin
  for existing in select indexname from pg_indexes where schemaname = current_schema() and indexname like '%\_search' loop
    execute format('drop index %I', existing);
  end loop;
  perform createsearchindexes();
exception when insufficient_privilege or undefined_file or feature_not_supported or undefined_object then
  null;
end
$$;
*/
