-- The query side: only the projector writes here. Everything can be rebuilt from the journal.

create table q_process (
  subject_id uuid primary key,
  key        text    not null unique,
  is_active  boolean not null,
  last_seq   integer not null
);

create table q_definition (
  definition_id        text primary key,
  key                  text        not null collate "C",
  version              integer     not null,
  deployed_at          timestamptz not null,
  activities_count     integer     not null,
  sequence_flows_count integer     not null,
  unique (key, version)
);

-- `live` holds what is live of the instance's state for the state snapshot: active entries and variable scopes.
create table q_instance (
  instance_id   uuid primary key,
  definition_id text        not null,
  key           text        not null,
  version       integer     not null,
  business_id   text collate "C",
  is_completed  boolean     not null,
  is_cancelled  boolean     not null,
  is_failed     boolean     not null,
  created_at    timestamptz not null,
  started_at    timestamptz,
  completed_at  timestamptz,
  last_seq      integer     not null,
  live          json        not null
);
create index q_instance_key on q_instance (key, created_at desc, instance_id);
create index q_instance_business_id on q_instance (key, business_id);

-- What one journal row ended: append-only, so that a long history costs nothing to extend.
create table q_instance_step (
  instance_id uuid    not null,
  seq         integer not null,
  completed   json    not null,
  conditions  json    not null,
  primary key (instance_id, seq)
);

-- Pending user tasks only.
create table q_user_task (
  task_id          uuid primary key,
  instance_id      uuid        not null,
  activity_id      text        not null,
  assignee         text,
  candidate_users  text[]      not null,
  candidate_groups text[]      not null,
  claimed_by       text,
  created_at       timestamptz not null,
  expected_outputs text[]      not null
);
create index q_user_task_created on q_user_task (created_at desc, task_id);
create index q_user_task_assignee on q_user_task (assignee);
create index q_user_task_groups on q_user_task using gin (candidate_groups);
create index q_user_task_instance on q_user_task (instance_id);
