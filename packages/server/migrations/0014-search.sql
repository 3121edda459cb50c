-- not released yet
-- Indexes for searches by a part of a text. Texts are compared without accents from now on, so that suder finds Süderhof.
-- SQLite: one table of groups of three characters for each searched table, with the same columns. Triggers note which rows changed,
-- and the program indexes them later, many at once (src/io/sqlite-search.ts). PostgreSQL: pg_trgm; without it a search reads all rows.

/*sqlite
-- Rows whose index is not current. Searches look at these rows too.
create table searchpending (
  tablename ctext not null,
  accountid bigint not null,
  id bigint not null,
  primary key (tablename, accountid, id)
) without rowid;

create virtual table client_search using fts5 (name, description, localid,
  content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1');
create trigger client_searchinserted after insert on client begin
  insert into searchpending values ('client', new.accountid, new.id) on conflict do nothing;
end;
create trigger client_searchupdated after update of name, description, localid on client begin
  insert into searchpending values ('client', new.accountid, new.id) on conflict do nothing;
end;
create trigger client_searchdeleted after delete on client begin
  insert into searchpending values ('client', old.accountid, old.id) on conflict do nothing;
end;
insert into searchpending select 'client', accountid, id from client;

create virtual table person_search using fts5 (firstname, lastname, username, notes,
  content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1');
create trigger person_searchinserted after insert on person begin
  insert into searchpending values ('person', new.accountid, new.id) on conflict do nothing;
end;
create trigger person_searchupdated after update of firstname, lastname, username, notes on person begin
  insert into searchpending values ('person', new.accountid, new.id) on conflict do nothing;
end;
create trigger person_searchdeleted after delete on person begin
  insert into searchpending values ('person', old.accountid, old.id) on conflict do nothing;
end;
insert into searchpending select 'person', accountid, id from person;

create virtual table personcontact_search using fts5 (value,
  content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1');
create trigger personcontact_searchinserted after insert on personcontact begin
  insert into searchpending values ('personcontact', new.accountid, new.id) on conflict do nothing;
end;
create trigger personcontact_searchupdated after update of value on personcontact begin
  insert into searchpending values ('personcontact', new.accountid, new.id) on conflict do nothing;
end;
create trigger personcontact_searchdeleted after delete on personcontact begin
  insert into searchpending values ('personcontact', old.accountid, old.id) on conflict do nothing;
end;
insert into searchpending select 'personcontact', accountid, id from personcontact;

create virtual table project_search using fts5 (name, description, localid,
  content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1');
create trigger project_searchinserted after insert on project begin
  insert into searchpending values ('project', new.accountid, new.id) on conflict do nothing;
end;
create trigger project_searchupdated after update of name, description, localid on project begin
  insert into searchpending values ('project', new.accountid, new.id) on conflict do nothing;
end;
create trigger project_searchdeleted after delete on project begin
  insert into searchpending values ('project', old.accountid, old.id) on conflict do nothing;
end;
insert into searchpending select 'project', accountid, id from project;

create virtual table milestone_search using fts5 (title, description, localid,
  content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1');
create trigger milestone_searchinserted after insert on milestone begin
  insert into searchpending values ('milestone', new.accountid, new.id) on conflict do nothing;
end;
create trigger milestone_searchupdated after update of title, description, localid on milestone begin
  insert into searchpending values ('milestone', new.accountid, new.id) on conflict do nothing;
end;
create trigger milestone_searchdeleted after delete on milestone begin
  insert into searchpending values ('milestone', old.accountid, old.id) on conflict do nothing;
end;
insert into searchpending select 'milestone', accountid, id from milestone;

create virtual table milestonenote_search using fts5 (note,
  content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1');
create trigger milestonenote_searchinserted after insert on milestonenote begin
  insert into searchpending values ('milestonenote', new.accountid, new.id) on conflict do nothing;
end;
create trigger milestonenote_searchupdated after update of note on milestonenote begin
  insert into searchpending values ('milestonenote', new.accountid, new.id) on conflict do nothing;
end;
create trigger milestonenote_searchdeleted after delete on milestonenote begin
  insert into searchpending values ('milestonenote', old.accountid, old.id) on conflict do nothing;
end;
insert into searchpending select 'milestonenote', accountid, id from milestonenote;

create virtual table request_search using fts5 (title, description,
  content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1');
create trigger request_searchinserted after insert on request begin
  insert into searchpending values ('request', new.accountid, new.id) on conflict do nothing;
end;
create trigger request_searchupdated after update of title, description on request begin
  insert into searchpending values ('request', new.accountid, new.id) on conflict do nothing;
end;
create trigger request_searchdeleted after delete on request begin
  insert into searchpending values ('request', old.accountid, old.id) on conflict do nothing;
end;
insert into searchpending select 'request', accountid, id from request;

create virtual table task_search using fts5 (title, summary, localid,
  content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1');
create trigger task_searchinserted after insert on task begin
  insert into searchpending values ('task', new.accountid, new.id) on conflict do nothing;
end;
create trigger task_searchupdated after update of title, summary, localid on task begin
  insert into searchpending values ('task', new.accountid, new.id) on conflict do nothing;
end;
create trigger task_searchdeleted after delete on task begin
  insert into searchpending values ('task', old.accountid, old.id) on conflict do nothing;
end;
insert into searchpending select 'task', accountid, id from task;

create virtual table invoice_search using fts5 (title, description, purchaseorder, addressfrom, addressto, localid,
  content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1');
create trigger invoice_searchinserted after insert on invoice begin
  insert into searchpending values ('invoice', new.accountid, new.id) on conflict do nothing;
end;
create trigger invoice_searchupdated after update of title, description, purchaseorder, addressfrom, addressto, localid on invoice begin
  insert into searchpending values ('invoice', new.accountid, new.id) on conflict do nothing;
end;
create trigger invoice_searchdeleted after delete on invoice begin
  insert into searchpending values ('invoice', old.accountid, old.id) on conflict do nothing;
end;
insert into searchpending select 'invoice', accountid, id from invoice;

create virtual table document_search using fts5 (searchtext,
  content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1');
create trigger document_searchinserted after insert on document begin
  insert into searchpending values ('document', new.accountid, new.id) on conflict do nothing;
end;
create trigger document_searchupdated after update of searchtext on document begin
  insert into searchpending values ('document', new.accountid, new.id) on conflict do nothing;
end;
create trigger document_searchdeleted after delete on document begin
  insert into searchpending values ('document', old.accountid, old.id) on conflict do nothing;
end;
insert into searchpending select 'document', accountid, id from document;

create virtual table projectnote_search using fts5 (title,
  content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1');
create trigger projectnote_searchinserted after insert on projectnote begin
  insert into searchpending values ('projectnote', new.accountid, new.id) on conflict do nothing;
end;
create trigger projectnote_searchupdated after update of title on projectnote begin
  insert into searchpending values ('projectnote', new.accountid, new.id) on conflict do nothing;
end;
create trigger projectnote_searchdeleted after delete on projectnote begin
  insert into searchpending values ('projectnote', old.accountid, old.id) on conflict do nothing;
end;
insert into searchpending select 'projectnote', accountid, id from projectnote;
*/

/*postgres
-- The same form as the program's own (searchForm): folded as before, and without the marks of the block for accents. The function
-- calls none of ours, because PostgreSQL maintains an index without our schema in its search path.
do $$
declare
  letters text;
  accents text;
begin
  select collname into letters from pg_collation where collname in ('pg_c_utf8', 'und-x-icu')
  order by collname = 'pg_c_utf8' desc limit 1;
  select string_agg(chr(code), '' order by code) into accents from generate_series(x'0300'::int, x'036f'::int) as code;
  execute format(
    $make$create function searchform(text) returns text language sql immutable strict parallel safe as
      $form$select case when octet_length($1) = length($1) then lower($1 collate %1$I)
        else normalize(translate(normalize(replace(lower(replace($1, U&'\0130', U&'i\0307') collate %1$I),
          U&'\03C2', U&'\03C3'), NFD), %2$L, ''), NFC) end$form$
    $make$, letters, accents);
end
$$;
drop function fold(text);
-- A number as its padded digits: a part of a shown number is a part of them.
create function searchform(bigint) returns text language sql immutable strict parallel safe as
  $form$select lpad($1::text, greatest(10, length($1::text)), '0')$form$;
-- Texts are looked for literally, so the characters that LIKE treats specially are escaped.
create function searchpattern(text) returns text language sql immutable strict parallel safe as
  $pattern$select '%' || replace(replace(replace($1, '\', '\\'), '%', '\%'), '_', '\_') || '%'$pattern$;

-- Creates the indexes that are missing. An operator who installs pg_trgm later calls it then.
create function createsearchindexes() returns void language plpgsql as $create$
declare
  searched record;
begin
  for searched in select * from (values
    ('client', array['name', 'description', 'localid']), ('person', array['firstname', 'lastname', 'username', 'notes']),
    ('personcontact', array['value']), ('project', array['name', 'description', 'localid']),
    ('milestone', array['title', 'description', 'localid']), ('milestonenote', array['note']),
    ('request', array['title', 'description']), ('task', array['title', 'summary', 'localid']),
    ('invoice', array['title', 'description', 'purchaseorder', 'addressfrom', 'addressto', 'localid']),
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
  create extension if not exists pg_trgm;
  perform createsearchindexes();
exception when insufficient_privilege or undefined_file or feature_not_supported or undefined_object then
  null;
end
$$;
*/

update task set searchtext = searchform(searchtext) where searchtext <> searchform(searchtext);
update document set searchtext = searchform(searchtext) where searchtext <> searchform(searchtext);
