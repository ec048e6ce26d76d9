-- Indexes of the write side for everything that waits (exact at all times), and what the query side shows of it.

-- Open message and signal subscriptions of instances, in order of creation (position).
create table subscription (
  instance_id  uuid    not null,
  subscription integer not null,
  position     bigint generated always as identity,
  kind         text    not null,
  name         text    not null,
  key          text    not null,
  primary key (instance_id, subscription)
);
create index subscription_lookup on subscription (kind, name, key, position);

-- Waiting timers of instances. The row is the truth; whoever finds it due fires it.
create table timer (
  instance_id  uuid        not null,
  subscription integer     not null,
  due_at       timestamptz not null,
  primary key (instance_id, subscription)
);
create index timer_due on timer (due_at);

-- What starts an instance of a process besides the start call: those of the latest version, as long as the key is active.
create table start_trigger (
  key           text not null,
  element       text not null,
  definition    integer not null,
  definition_id text not null,
  kind          text not null,
  name          text,
  condition     text,
  schedule      json,
  due_at        timestamptz,
  primary key (key, element, definition)
);
create index start_trigger_lookup on start_trigger (kind, name, key);
create index start_trigger_due on start_trigger (due_at) where due_at is not null;

-- The mailbox: commands for one instance, applied in order under its lock.
alter table outbox add column position bigint generated always as identity;
alter table outbox add column target_id uuid;
create index outbox_target on outbox (target_id, position) where target_id is not null;

-- Which instance a call activity belongs to, and the files a key was deployed with.
alter table definition add column file_id uuid;
alter table definition add column version_tag text;
create index definition_file on definition (file_id, key);

create table q_subscription (
  instance_id          uuid    not null,
  subscription         integer not null,
  kind                 text    not null,
  name                 text    not null,
  key                  text    not null,
  activity_id          text    not null,
  activity_instance_id uuid,
  created_at           timestamptz not null,
  primary key (instance_id, subscription)
);
create index q_subscription_list on q_subscription (kind, name, key, created_at);

create table q_start_trigger (
  key       text not null,
  element   text not null,
  definition integer not null,
  kind      text not null,
  name      text,
  condition text,
  primary key (key, element, definition)
);
