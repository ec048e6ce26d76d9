-- The instance at the top of the calls that a called instance belongs to; null for instances that nobody called, and for those of before this
-- migration. The index counts how many run below one: a process that calls itself several times must not fill the database.
alter table instance add column root_id uuid;
create index instance_called on instance (root_id) where root_id is not null and not is_terminal;
