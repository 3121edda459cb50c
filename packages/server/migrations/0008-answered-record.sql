-- not released yet
-- The record in a kept answer: a repeated request gets the answer only while its sender sees that record. Null for answers without one.
alter table keptanswer add column recordid bigint;
