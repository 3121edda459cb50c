-- not released yet
-- How clients pay: a link with words in braces, and the account for transfers, with a QR code on invoices in euros.
alter table company add column paylink ctext not null default '';
alter table company add column iban ctext not null default '';
alter table company add column bic ctext not null default '';
alter table company add column accountholder ctext not null default '';
