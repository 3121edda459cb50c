// A migration is split into its statements, and a new table into itself and its foreign keys. That the real migrations
// still work when they run statement by statement is shown by every test on PostgreSQL.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newTableIn, splitStatements } from '../../src/io/migration-statements.ts'
import { migrationsFolder, readMigrations } from '../../src/io/migrations.ts'

test('a semicolon in a comment, a text, a name or a function does not end a statement', () => {
  const text = `-- one; two
    insert into a values ('x;''y', "b;c"); /* no; */
    create function f() returns trigger language plpgsql as $$begin delete from a; return null; end$$;
    do $outer$ begin execute $make$select 1;$make$; end $outer$;
    select 1`
  assert.deepEqual(splitStatements(text), [
    `insert into a values ('x;''y', "b;c")`,
    'create function f() returns trigger language plpgsql as $$begin delete from a; return null; end$$',
    'do $outer$ begin execute $make$select 1;$make$; end $outer$',
    'select 1',
  ])
  assert.deepEqual(splitStatements(' ;; -- nothing\n'), [])
})

test('the foreign keys of a new table become statements of their own, with the names of PostgreSQL', () => {
  const { table, text, keys } = newTableIn(`create table lid (
    accountid bigint not null references account (id),
    boxid bigint not null check (boxid in (1, 2)),
    primary key (accountid, boxid),
    foreign key (accountid, boxid) references box (accountid, id) on delete cascade
  )`) ?? { table: '', text: '', keys: [] }
  assert.equal(table, 'lid')
  assert.equal(
    text.replaceAll(/\s+/g, ' '),
    'create table lid (accountid bigint not null, boxid bigint not null check (boxid in (1, 2)), primary key (accountid, boxid))',
  )
  assert.deepEqual(keys, [
    'alter table lid add constraint lid_accountid_fkey foreign key (accountid) references account (id)',
    'alter table lid add constraint lid_accountid_boxid_fkey foreign key (accountid, boxid) references box (accountid, id) on delete cascade',
  ])
  assert.equal(newTableIn('create index lid_box on lid (boxid)'), null)
})

test('no foreign key stays in a table of the real migrations', async () => {
  const statements = (await readMigrations('postgres', migrationsFolder)).flatMap((each) => splitStatements(each.text))
  const tables = statements.flatMap((statement) => newTableIn(statement) ?? [])
  assert.ok(tables.length > 70)
  for (const { text } of tables) assert.doesNotMatch(text, /references/)
  assert.ok(tables.flatMap(({ keys }) => keys).length > 100)
})
