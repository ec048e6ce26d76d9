-- Start of the oldest activity instance at the element, moved by its time in incidents and in the failed instance. Null: it has failed there, or the row
-- was projected before this column and not rebuilt since.
alter table q_instance_element add column active_since timestamptz;
-- Decisions that instances have evaluated, without those deployed with a process. The row `seq` of the event history has inputs and results. Written by:
-- projector. `rules`: numbers of the matched rules.
create table q_instance_decision (
  instance_id uuid        not null,
  seq         integer     not null,
  entry       integer     not null,
  key         text        not null,
  version     integer     not null,
  activity_id text        not null,
  rules       integer[]   not null,
  decided_at  timestamptz not null,
  primary key (instance_id, seq, entry, key)
);
create index q_instance_decision_key on q_instance_decision (key, decided_at desc, instance_id);
