-- Custom tasks: work of service, send and business rule tasks that plugins and remote workers do.

-- One row per activity instance that waits for its plugin. The worker writes the row in the transaction that creates the job, and removes it
-- in the one in which the activity ends. Whoever runs it claims, extends and releases its lock; the attempt is the fence.
create table custom_task (
  task_id       uuid primary key,
  instance_id   uuid        not null,
  entry         integer     not null,
  -- the task type in lower case, and as the model spells it
  type_key      text        not null,
  task_type     text        not null,
  -- what the context of a plugin shows
  definition_id text        not null,
  process_key   text        not null,
  activity_id   text        not null,
  business_id   text,
  input         json        not null,
  -- what the model says about retries: runs in all, and the waits after failures in ms; null: the configuration decides
  attempts      integer,
  delays_ms     float8[],
  failures      integer     not null default 0,
  -- claims so far; those whose holder vanished
  attempt       integer     not null default 0,
  losses        integer     not null default 0,
  -- when it may be claimed: while it is locked, the end of the lock
  available_at  timestamptz not null,
  -- the holder of the lock; null: it waits
  locked_by     text,
  claimed_at    timestamptz,
  created_at    timestamptz not null
);
create index custom_task_available on custom_task (type_key, available_at);
create index custom_task_instance on custom_task (instance_id);

-- One row per host and task type it offers, renewed by the host: the catalog.
create table custom_task_host (
  host             text        not null,
  type_key         text        not null,
  task_type        text        not null,
  display_name     text,
  parameter_schema json,
  announced_at     timestamptz not null,
  seen_at          timestamptz not null,
  primary key (host, type_key)
);
