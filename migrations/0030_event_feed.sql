-- The event feed (ADR 0080): where each stretch of a journal stands in the one order that readers outside follow. It refers to journals, it copies nothing.
-- Written by the projector while Feed:Enabled is true, with what it projects; nothing is written otherwise.

-- The end of the feed: one row. Its lock, held until the commit, is what gives positions in the order of commits.
-- id: of this feed; part of every position that is handed out.
create table feed_head (
  is_only  boolean primary key default true check (is_only),
  id       uuid    not null default gen_random_uuid(),
  position bigint  not null default 0
);
insert into feed_head default values;

-- One row: rows from_seq to to_seq of the journal of an instance. to_seq 0: the instance was deleted, and all its rows before with it.
create table feed (
  position    bigint primary key,
  instance_id uuid    not null,
  process_key text collate "C" not null,
  from_seq    integer not null,
  to_seq      integer not null,
  at          timestamptz not null
);
create index feed_instance on feed (instance_id, position);
