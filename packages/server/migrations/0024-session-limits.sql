-- not released yet
-- After how many minutes without a request, and after how many days in any case, sessions end.
alter table company add column sessionidle bigint not null default 720;
alter table company add column sessiondays bigint not null default 14;
