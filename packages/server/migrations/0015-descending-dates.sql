-- not released yet
-- Missing dates come last in both directions, so each direction has its own index.

create index task_duelast on task (accountid, (datedue is null), datedue desc, id);
create index task_closedlast on task (accountid, (dateclosed is null), dateclosed desc, id);
create index project_endlast on project (accountid, (dateend is null), dateend desc, id);
create index request_duelast on request (accountid, (datedue is null), datedue desc, id);
create index invoice_duelast on invoice (accountid, (datedue is null), datedue desc, id);
create index invoice_paidlast on invoice (accountid, (datepaid is null), datepaid desc, id);
create index invoice_duefirst on invoice (accountid, (datedue is null), datedue, id);
create index invoice_paidfirst on invoice (accountid, (datepaid is null), datepaid, id);
