-- not released yet
-- Budgets of each month, quarter or year (docs/adr/0044-retainers.md); blank is a budget of the whole project. `carryover`: what a
-- period leaves is added to the next one. `alertuntil`: the last day of the newest period whose budget alert was given.
alter table project add column budgetperiod ctext not null default '' check (budgetperiod in ('', 'month', 'quarter', 'year'));
alter table project add column carryover flagtext not null default 'f';
alter table project add column alertuntil ctext;
