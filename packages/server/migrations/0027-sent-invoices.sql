-- not released yet
-- Invoices that are sent by mail. The day and the recipients of the last sending; the mails themselves are in the outbox.
alter table invoice add column datesent ctext;
alter table invoice add column sentto ctext not null default '';
-- Why the mail server did not take the last mail; empty otherwise.
alter table invoice add column mailerror ctext not null default '';

-- To whom the last invoice of the client was sent.
alter table client add column invoiceto ctext not null default '';
alter table client add column invoicecc ctext not null default '';

-- Templates of the mail; empty for the built-in ones.
alter table company add column invoicesubject ctext not null default '';
alter table company add column invoicetext ctext not null default '';

alter table outbox add column cc ctext not null default '';
alter table outbox add column replyto ctext not null default '';
-- An issued invoice does not change, so its file is made when the mail is sent.
alter table outbox add column invoiceid bigint;
