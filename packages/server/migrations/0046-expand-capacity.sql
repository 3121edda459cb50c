-- not released yet
-- The hours that a person works in a week, in millionths of an hour as those of time entries; null when not set
-- (docs/adr/0048-utilization.md).
alter table person add column weeklyhours bigint;
