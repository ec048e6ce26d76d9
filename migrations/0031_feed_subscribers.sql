-- Those outside who get the event feed sent (ADR 0085): one row per subscriber that was ever configured. Written by whoever sends, and by the worker for
-- what operators do.
-- kind: webhook or kafka. row_position, sequence: it has everything up to here; sequence null: the whole row. state: Active or Paused. reason: why it is
-- paused. lease_*: which process sends; lease_term goes up with every taking, and what is written under an earlier one counts for nothing.
-- error: why the last sending failed; null: it did not.
create table feed_subscriber (
  kind         text collate "C" not null,
  name         text collate "C" not null,
  row_position bigint           not null,
  sequence     integer,
  state        text collate "C" not null default 'Active',
  reason       text,
  paused_at    timestamptz,
  error        text,
  error_at     timestamptz,
  sent_at      timestamptz,
  lease_owner  text collate "C",
  lease_until  timestamptz,
  lease_term   bigint           not null default 0,
  created_at   timestamptz      not null default clock_timestamp(),
  primary key (kind, name)
) with (fillfactor = 50);

-- Instances that a subscriber has passed although it does not have all of their events. Written with the position of the subscriber.
-- row_position, sequence: it has everything of the instance up to here. next_*: the event that comes next. attempts: sendings of that event that have failed;
-- 0: there was no time for it. is_failing: as often as is allowed. revision: goes up with every change.
create table feed_parked (
  kind          text collate "C" not null,
  name          text collate "C" not null,
  instance_id   uuid             not null,
  process_key   text collate "C" not null,
  row_position  bigint           not null,
  sequence      integer,
  next_position text collate "C" not null,
  next_type     text collate "C" not null,
  attempts      integer          not null default 0,
  is_failing    boolean          not null default false,
  next_at       timestamptz      not null,
  error         text,
  parked_at     timestamptz      not null default clock_timestamp(),
  revision      integer          not null default 0,
  primary key (kind, name, instance_id),
  foreign key (kind, name) references feed_subscriber (kind, name) on delete cascade
) with (fillfactor = 85);
create index feed_parked_due on feed_parked (kind, name, next_at);
create index feed_parked_since on feed_parked (kind, name, is_failing, parked_at, instance_id);
