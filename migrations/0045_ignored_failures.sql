-- Groups of failures that an operator ignores. Null in `activity_id` and `code`: the failures have none; in `message`: any message; in `ends_at`: until
-- it is shown again. Few rows. Written by: worker.
create table ignored_failure (
  ignored_id  uuid primary key,
  process_key text not null,
  activity_id text,
  code        text,
  message     text,
  reason      text not null,
  ends_at     timestamptz,
  ignored_by  text,
  ignored_at  timestamptz not null
);
