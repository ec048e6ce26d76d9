-- The write side: only workers write here, and only in the transaction that holds the command's effect.
-- Every key starts with the instance id or the process key, so the tables can be hash-partitioned without changing code.

-- One row per deployed version. The journal of a process key (subject_id) tells the projector about it.
create table definition (
  definition_id text primary key,
  key           text        not null,
  version       integer     not null,
  bpmn_xml      text        not null,
  deployed_at   timestamptz not null,
  unique (key, version)
);

-- One row per process key: the row a deploy locks, the row a start reads.
create table process (
  key            text primary key,
  subject_id     uuid    not null,
  latest_version integer not null,
  definition_id  text    not null,
  is_active      boolean not null,
  seq            integer not null
);

-- One row per instance. `state` is the snapshot at `seq`, opaque to SQL.
create table instance (
  id            uuid primary key,
  definition_id text    not null,
  seq           integer not null,
  is_terminal   boolean not null,
  state         json    not null
);

-- One row per command and subject (an instance or a process key): everything this command did to it.
create table journal (
  subject_id uuid        not null,
  seq        integer     not null,
  command_id uuid        not null,
  at         timestamptz not null,
  v          smallint    not null,
  events     json        not null,
  primary key (subject_id, seq)
);

-- Replies of carried-out commands. The primary key makes a second delivery of a command lose.
create table inbox (
  command_id  uuid primary key,
  fingerprint text,
  reply       json        not null,
  at          timestamptz not null
);
create index inbox_at on inbox (at);

-- Commands to be handed to the queue after the commit that made them.
create table outbox (
  command_id uuid primary key,
  command    json        not null,
  created_at timestamptz not null
);
create index outbox_created_at on outbox (created_at);

-- Commands that a bug stopped. Kept for operators; nothing of them was done.
create table dead_letter (
  command_id uuid primary key,
  command    json        not null,
  error      text        not null,
  at         timestamptz not null
);

-- Index: which instance and entry a user task belongs to. Rows stay when the task ends, so that "finished" is not "never existed".
create table user_task (
  task_id     uuid primary key,
  instance_id uuid    not null,
  entry       integer not null,
  is_open     boolean not null
);

-- Insert-only list of subjects with unprojected journal rows. kind: i = instance, d = process key.
create table projection_todo (
  position   bigint generated always as identity primary key,
  subject_id uuid        not null,
  kind       char(1)     not null,
  at         timestamptz not null
);
