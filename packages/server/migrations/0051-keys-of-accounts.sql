-- not released yet
-- Keys and rules that also hold when accounts are on several machines (docs/adr/0055-citus.md). A server of the version
-- before relies on the triggers, so it cannot run beside this schema.

/*sqlite
drop trigger documentversion_removed;
drop trigger company_logoreplaced;
drop trigger expense_receiptreplaced;
drop trigger expense_receiptremoved;
*/
/*postgres
drop trigger documentversion_removed on documentversion;
drop trigger company_logoreplaced on company;
drop trigger expense_receiptreplaced on expense;
drop trigger expense_receiptremoved on expense;
drop function noteremovedfile();
drop function notereplacedlogo();
drop function noteremovedreceipt();
*/

-- The program notes removed files itself (packages/server/src/io/removed-files.ts), each once.
-- removes rows of removedfile
create table removedfilewithkey (
  accountid bigint not null,
  hash ctext not null,
  primary key (accountid, hash)
) /*sqlite without rowid*/;
insert into removedfilewithkey (accountid, hash) select distinct accountid, hash from removedfile;
drop table removedfile;
alter table removedfilewithkey rename to removedfile;
create index removedfile_hash on removedfile (hash);

-- Secrets are random, so that two accounts never have the same one. They are still found without their account.
/*postgres
alter table token drop constraint token_hash_key;
alter table token add constraint token_hash_key unique (accountid, hash);
create index token_hash on token (hash);
alter table session drop constraint session_hash_key;
alter table session add constraint session_hash_key unique (accountid, hash);
create index session_hash on session (hash);
alter table linkcode drop constraint linkcode_hash_key;
alter table linkcode add constraint linkcode_hash_key unique (accountid, hash);
create index linkcode_hash on linkcode (hash);
alter table calendarfeed drop constraint calendarfeed_hash_key;
alter table calendarfeed add constraint calendarfeed_hash_key unique (accountid, hash);
create index calendarfeed_hash on calendarfeed (hash);
alter table pendingsignin drop constraint pendingsignin_hash_key;
alter table pendingsignin add constraint pendingsignin_hash_key unique (accountid, hash);
create index pendingsignin_hash on pendingsignin (hash);
alter table invoicelink drop constraint invoicelink_hash_key;
alter table invoicelink add constraint invoicelink_hash_key unique (accountid, hash);
create index invoicelink_hash on invoicelink (hash);
alter table estimatelink drop constraint estimatelink_hash_key;
alter table estimatelink add constraint estimatelink_hash_key unique (accountid, hash);
create index estimatelink_hash on estimatelink (hash);
alter table passkey drop constraint passkey_credentialid_key;
alter table passkey add constraint passkey_credentialid_key unique (accountid, credentialid);
create index passkey_credential on passkey (credentialid);
*/
