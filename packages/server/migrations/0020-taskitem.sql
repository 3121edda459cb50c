-- not released yet
-- The checklist of a task: its items, in the order of their positions, which are counted from 1 without gaps.
create table taskitem (
  accountid bigint not null references account (id),
  id bigint not null,
  taskid bigint not null,
  position bigint not null,
  title ctext not null,
  done flagtext not null default 'f',
  personid bigint,
  primary key (accountid, id),
  foreign key (accountid, taskid) references task (accountid, id) on delete cascade,
  foreign key (accountid, personid) references person (accountid, id)
);
-- The flag is in the index, so that the items of a task are counted without reading their rows.
create index taskitem_task on taskitem (accountid, taskid, position, done);
create index taskitem_person on taskitem (accountid, personid);
create index taskitem_position on taskitem (accountid, position, id);
