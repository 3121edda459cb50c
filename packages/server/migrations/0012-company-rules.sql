-- not released yet
-- Rules that each company chooses. Managers approve no weeks unless the company lets them, and timers are not rounded.
alter table company add column managersapprove flagtext not null default 'f';
-- Minutes; 0 does not round.
alter table company add column timerrounding ctext not null default '0';
alter table company add column timerroundingmode ctext not null default 'nearest';

-- Which hours a prefilled invoice leaves out.
alter table invoice add column excludefuture flagtext not null default 'f';
alter table invoice add column excludeunapproved flagtext not null default 'f';
