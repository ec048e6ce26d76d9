-- Priority of a custom task from its model, and the details of its latest failed attempt.
alter table custom_task add column priority integer not null default 0;
alter table custom_task add column error_details text;
-- Tasks without a priority, usually all of them, cost nothing here.
create index custom_task_prioritized on custom_task (type_key, priority desc, available_at) where not is_held and priority <> 0;
-- Of an incident of a custom task: its type, and the details of its failure.
alter table incident add column task_type text;
alter table incident add column error_details text;
