-- not released yet
-- The page of an invoice or estimate asks for the mails with it that still wait (docs/adr/0047-mail-truth.md).
create index outbox_invoice on outbox (accountid, invoiceid) where invoiceid is not null;
create index outbox_estimate on outbox (accountid, estimateid) where estimateid is not null;
