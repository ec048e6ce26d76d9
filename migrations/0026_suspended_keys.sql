-- Process keys that are suspended as a whole: nothing of their instances moves. Few; every transaction of a worker reads them, after its locks.
-- Written by the worker with the suspension of the key; a row is there as long as it lasts. actor: who has suspended it, if anybody is known.
create table key_suspension (
  key    text collate "C" not null primary key,
  reason text,
  actor  text,
  since  timestamptz not null
);

-- Of instances that their key holds: the key, so that those are found whose key is suspended no longer.
alter table suspension add column process_key text collate "C";
create index suspension_key on suspension (process_key, instance_id) where process_key is not null;

-- The instances of a version that have not ended, in order: what is done to all of them is done part by part.
create index if not exists instance_running on instance (definition_id, id) where not is_terminal;

-- Whether a key is suspended, for the lists of definitions. Written by the projector.
alter table q_process add column is_suspended boolean not null default false;
create index q_process_is_suspended on q_process (is_suspended, key);
