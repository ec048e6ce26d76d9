-- Operations that are carried out on many instances or incidents. Written by the worker; a row stays until retention removes it, and its items with it.
-- state: Running, Paused, Stopping, Stopped or Completed. parameters: what the command of each item gets. filters: null where ids were given.
-- limits: key patterns of whoever made it. keys: process keys of its items. rate: items per second; null: no limit. next_at: when the next chunk may
-- be taken. succeeded, failed, skipped: null until it has ended; until then its items are counted.
create table batch (
  id         uuid primary key,
  operation  text collate "C" not null,
  parameters json             not null,
  filters    text,
  state      text collate "C" not null,
  limits     text[] collate "C",
  actor      text collate "C",
  keys       text[] collate "C" not null,
  rate       double precision,
  total      integer          not null,
  succeeded  integer,
  failed     integer,
  skipped    integer,
  created_at timestamptz      not null,
  next_at    timestamptz      not null,
  ended_at   timestamptz
);
create index batch_open on batch (next_at) where state in ('Running', 'Stopping');
create index batch_created on batch (created_at desc, id);
create index batch_state on batch (state, created_at desc, id);
create index batch_operation on batch (operation, created_at desc, id);
create index batch_actor on batch (actor, created_at desc, id);
create index batch_ended on batch (ended_at, id);

-- What a batch hits: one row per instance or incident, taken in one statement when the batch was made. Written by the worker; the outcome is written by
-- the transaction that carries the operation out. state: Pending, Succeeded, Failed or Skipped. attempts, leased_until: of the workers that took it.
-- subject_id: the instance or the incident. instance_id, process_key: null where the id leads nowhere. rejection: why it failed or was skipped, as a reply carries it. result_id: the instance that goes on, where that is another one.
create table batch_item (
  batch_id     uuid    not null references batch (id) on delete cascade,
  position     integer not null,
  subject_id   uuid    not null,
  instance_id  uuid,
  process_key  text collate "C",
  state        text collate "C" not null default 'Pending',
  attempts     smallint not null default 0,
  leased_until timestamptz,
  code         text collate "C",
  rejection    json,
  result_id    uuid,
  done_at      timestamptz,
  primary key (batch_id, position)
) with (fillfactor = 85);
create unique index batch_item_subject on batch_item (batch_id, subject_id);
create index batch_item_state on batch_item (batch_id, state, position);
create index batch_item_code on batch_item (batch_id, code, position) where code is not null;
