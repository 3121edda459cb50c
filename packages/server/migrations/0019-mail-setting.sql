-- not released yet
-- The mail server that an Administrator has entered; one row for the whole server, or none. The environment takes precedence.
create table mailsetting (
  id bigint primary key check (id = 1),
  host ctext not null,
  port bigint not null,
  -- starttls or tls
  security ctext not null,
  username ctext not null,
  -- Encrypted; blank without a user name.
  password ctext not null,
  sender ctext not null,
  publicurl ctext not null
);
