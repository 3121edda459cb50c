-- not released yet
-- Reports add up the time of many days. With all that they read in the index of days, they read no row of the table.

create index time_day on time (accountid, date, id, projectid, personid, worktypeid, moduleid, billable, time);
drop index time_date;
