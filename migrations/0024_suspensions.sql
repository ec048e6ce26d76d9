-- Who holds instances. Written by the worker with the change of the instance; a row is there as long as it is held by this one.
-- suspended_by: operator or callingInstance.
create table suspension (
  instance_id  uuid        not null,
  suspended_by text collate "C" not null,
  reason       text,
  since        timestamptz not null,
  primary key (instance_id, suspended_by)
);

-- The instance of a held task is suspended: nobody may lock it. None of them is looked at when others are locked.
alter table custom_task add column is_held boolean not null default false;
drop index custom_task_available;
create index custom_task_available on custom_task (type_key, available_at) where not is_held;
