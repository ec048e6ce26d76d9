-- When an instance ended. Null while it runs; of instances that ended before this column was there, and of those that a replica of the release before
-- ends during an upgrade, until a worker with retention fills it in.
alter table instance add column if not exists ended_at timestamptz;

-- Retention finds the oldest finished instances of a version by it, those that nobody called; and whether a version has instances, as
-- instance_definition did, in whose place it comes. No step of a running instance changes what is in it.
create index if not exists instance_ended on instance (definition_id, (root_id is null), ended_at);
drop index instance_definition;

-- Ended, and nobody knows when: empty but for what was said above.
create index if not exists instance_undated on instance (id) where is_terminal and ended_at is null;

-- All instances below one at the top of the calls, running or not: they are deleted together.
create index if not exists instance_tree on instance (root_id) where root_id is not null;
create index if not exists user_task_instance on user_task (instance_id);

-- Instances that were deleted soon after they ended. One row per instance, for 25 hours: positions that name their journals are good for a day.
-- Written by the worker.
create table deleted_instance (
  instance_id uuid primary key,
  at timestamptz not null
);
create index if not exists deleted_instance_at on deleted_instance (at);
