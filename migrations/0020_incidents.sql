-- Failures that wait for an operator. Written by the worker with the change of the instance; a row is there as long as its incident is open.
-- entry: null for the process itself. activity_id: what has failed, or the key of the process. cause: its kind. repeat: what a retry does.
create table incident (
  incident_id   uuid primary key,
  instance_id   uuid        not null,
  incident      integer     not null,
  entry         integer,
  activity_id   text collate "C" not null,
  definition_id text        not null,
  process_key   text collate "C" not null,
  business_id   text collate "C",
  code          text collate "C" not null,
  message       text        not null,
  cause         text collate "C" not null,
  repeats       text collate "C" not null,
  count         integer     not null,
  first_at      timestamptz not null,
  last_at       timestamptz not null
);
create index incident_last on incident (last_at desc, incident_id);
create index incident_first on incident (first_at desc, incident_id);
create index incident_key on incident (process_key, last_at desc, incident_id);
create index incident_instance on incident (instance_id);
create index incident_activity on incident (activity_id, last_at desc);
create index incident_code on incident (code, last_at desc);
create index incident_cause on incident (cause, last_at desc);
create index incident_count on incident (count desc, incident_id);
-- may be longer than what a tree can hold
create index incident_business on incident using hash (business_id);

-- What becomes of a failure that nothing catches, as the deploy said it; null where it said nothing.
alter table definition_version add column on_failure text;
