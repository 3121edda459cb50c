-- not released yet
-- What an hour of a person costs the company, in ten-thousandths as other rates; null when not known. Managers see it
-- only if the company lets them (docs/adr/0050-margin.md).
alter table person add column costrate bigint;
alter table company add column managersseecost flagtext not null default 'f';
