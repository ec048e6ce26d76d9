-- What operators did, and what was refused them. Accepted acts are written by the worker, in the transaction of the act; refused ones by the API and
-- the pages, in batches. Append-only. identified_by: token, session or anonymous. surface: api or pages. result: accepted, refused or failed.
-- entry_count: how many refusals the row stands for.
create table audit_entry (
  at             timestamptz not null,
  entry_id       uuid        not null,
  act            text collate "C" not null,
  identified_by  text collate "C" not null,
  actor          text collate "C",
  session        text collate "C",
  surface        text collate "C" not null,
  target_kind    text collate "C",
  target_id      text collate "C",
  process_key    text collate "C",
  client_address text collate "C",
  trace_id       text collate "C",
  command_id     uuid,
  result         text collate "C" not null,
  status         integer     not null,
  code           text collate "C",
  entry_count    integer     not null,
  primary key (at, entry_id)
);
create index audit_entry_act on audit_entry (act, at desc);
create index audit_entry_actor on audit_entry (actor, at desc);
create index audit_entry_target on audit_entry (target_id, at desc);
create index audit_entry_key on audit_entry (process_key, at desc);
create index audit_entry_address on audit_entry (client_address, at desc);
create index audit_entry_trace on audit_entry (trace_id) where trace_id is not null;
create index audit_entry_command on audit_entry (command_id) where command_id is not null;
create index audit_entry_result on audit_entry (result, at desc);
create index audit_entry_code on audit_entry (code, at desc) where code is not null;
