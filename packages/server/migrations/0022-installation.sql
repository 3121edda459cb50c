-- not released yet
-- What belongs to this installation and not to its data. Copies and backups leave it out.
create table installation (
  -- key, files or firststart
  name ctext primary key,
  value ctext not null
);
