-- Which of the installations that share a Redis this database belongs to: one row, made here. Written only when a copy of a database gets an id
-- of its own; read by every process before it opens its queue, and by the worker in each of its transactions.
create table installation (
  is_only boolean primary key default true check (is_only),
  id      uuid    not null default gen_random_uuid()
);
insert into installation default values;
