-- The schema that all migrations together make. Written by `npm run schema:write`, compared by a test, applied by nobody:
-- a database is made and changed by the numbered files beside this one.

-- Actions, and refused ones. Written by: worker with the action; API and UI for refused ones.
create table audit_entry (
  at             timestamp with time zone not null,
  entry_id       uuid not null,
  act            text not null,
  identified_by  text not null,
  actor          text,
  session        text,
  surface        text not null,
  target_kind    text,
  target_id      text,
  process_key    text,
  client_address text,
  trace_id       text,
  command_id     uuid,
  result         text not null,
  status         integer not null,
  code           text,
  entry_count    integer not null,
  constraint audit_entry_pkey PRIMARY KEY (at, entry_id)
);
CREATE INDEX audit_entry_act ON audit_entry USING btree (act, at DESC);
CREATE INDEX audit_entry_actor ON audit_entry USING btree (actor, at DESC);
CREATE INDEX audit_entry_address ON audit_entry USING btree (client_address, at DESC);
CREATE INDEX audit_entry_code ON audit_entry USING btree (code, at DESC) WHERE (code IS NOT NULL);
CREATE INDEX audit_entry_command ON audit_entry USING btree (command_id) WHERE (command_id IS NOT NULL);
CREATE INDEX audit_entry_key ON audit_entry USING btree (process_key, at DESC);
CREATE INDEX audit_entry_result ON audit_entry USING btree (result, at DESC);
CREATE INDEX audit_entry_target ON audit_entry USING btree (target_id, at DESC);
CREATE INDEX audit_entry_trace ON audit_entry USING btree (trace_id) WHERE (trace_id IS NOT NULL);

-- Operations on many instances or incidents. Written by: worker.
create table batch (
  id         uuid not null,
  operation  text not null,
  parameters json not null,
  filters    text,
  state      text not null,
  limits     text[],
  actor      text,
  keys       text[] not null,
  rate       double precision,
  total      integer not null,
  succeeded  integer,
  failed     integer,
  skipped    integer,
  created_at timestamp with time zone not null,
  next_at    timestamp with time zone not null,
  ended_at   timestamp with time zone,
  constraint batch_pkey PRIMARY KEY (id)
);
CREATE INDEX batch_actor ON batch USING btree (actor, created_at DESC, id);
CREATE INDEX batch_created ON batch USING btree (created_at DESC, id);
CREATE INDEX batch_ended ON batch USING btree (ended_at, id);
CREATE INDEX batch_open ON batch USING btree (next_at) WHERE (state = ANY (ARRAY['Running'::text, 'Stopping'::text]));
CREATE INDEX batch_operation ON batch USING btree (operation, created_at DESC, id);
CREATE INDEX batch_state ON batch USING btree (state, created_at DESC, id);

-- The items of a batch, with the result of each. Written by: worker.
create table batch_item (
  batch_id     uuid not null,
  position     integer not null,
  subject_id   uuid not null,
  instance_id  uuid,
  process_key  text,
  state        text not null default 'Pending'::text,
  attempts     smallint not null default 0,
  leased_until timestamp with time zone,
  code         text,
  rejection    json,
  result_id    uuid,
  done_at      timestamp with time zone,
  constraint batch_item_pkey PRIMARY KEY (batch_id, "position"),
  constraint batch_item_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES batch(id) ON DELETE CASCADE
) with (fillfactor=85);
CREATE INDEX batch_item_code ON batch_item USING btree (batch_id, code, "position") WHERE (code IS NOT NULL);
CREATE INDEX batch_item_instance ON batch_item USING btree (batch_id, instance_id) WHERE ((state = 'Succeeded'::text) AND (instance_id <> subject_id));
CREATE INDEX batch_item_state ON batch_item USING btree (batch_id, state, "position");
CREATE UNIQUE INDEX batch_item_subject ON batch_item USING btree (batch_id, subject_id);

-- Messages with a time to live that wait for a receiver, and the reserved ids of delivered ones. Written by: worker.
create table buffered_message (
  id         uuid not null,
  name       text not null,
  key        text not null,
  message_id text,
  command    json,
  expires_at timestamp with time zone not null,
  position   bigint not null generated always as identity,
  constraint buffered_message_pkey PRIMARY KEY (id)
);
CREATE INDEX buffered_message_address ON buffered_message USING btree ("left"(name, 256), "left"(key, 256), "position");
CREATE INDEX buffered_message_expires ON buffered_message USING btree (expires_at);

-- How many messages, signals and calls have one origin; of long chains, for 24 hours. Written by: worker.
create table causation (
  root_id    uuid not null,
  size       integer not null,
  counted_at timestamp with time zone not null,
  constraint causation_pkey PRIMARY KEY (root_id)
);
CREATE INDEX causation_age ON causation USING btree (counted_at);

-- Custom tasks that wait or run, with their locks. Written by: worker; the lock by workers and plugin hosts.
create table custom_task (
  task_id       uuid not null,
  instance_id   uuid not null,
  entry         integer not null,
  type_key      text not null,
  task_type     text not null,
  definition_id text not null,
  process_key   text not null,
  activity_id   text not null,
  business_id   text,
  input         json not null,
  attempts      integer,
  delays_ms     double precision[],
  failures      integer not null default 0,
  attempt       integer not null default 0,
  losses        integer not null default 0,
  available_at  timestamp with time zone not null,
  locked_by     text,
  claimed_at    timestamp with time zone,
  created_at    timestamp with time zone not null,
  traceparent   text,
  is_held       boolean not null default false,
  secrets       json,
  error_message text,
  priority      integer not null default 0,
  error_details text,
  constraint custom_task_pkey PRIMARY KEY (task_id)
);
CREATE INDEX custom_task_available ON custom_task USING btree (type_key, available_at) WHERE (NOT is_held);
CREATE INDEX custom_task_instance ON custom_task USING btree (instance_id);
CREATE INDEX custom_task_prioritized ON custom_task USING btree (type_key, priority DESC, available_at) WHERE ((NOT is_held) AND (priority <> 0));

-- Task types that each plugin host offers, and when it was last seen. Written by: plugin hosts.
create table custom_task_host (
  host             text not null,
  type_key         text not null,
  task_type        text not null,
  display_name     text,
  parameter_schema json,
  announced_at     timestamp with time zone not null,
  seen_at          timestamp with time zone not null,
  constraint custom_task_host_pkey PRIMARY KEY (host, type_key)
);

-- Commands and timers that failed permanently. Written by: worker.
create table dead_letter (
  command_id  uuid not null,
  command     json not null,
  error       text not null,
  at          timestamp with time zone not null,
  attempts    integer not null default 1,
  first_at    timestamp with time zone,
  retried_at  timestamp with time zone,
  retried_by  text,
  fingerprint text,
  sender_id   uuid,
  position    bigint,
  constraint dead_letter_pkey PRIMARY KEY (command_id)
);
CREATE INDEX dead_letter_at ON dead_letter USING btree (at);

-- Dead letters that were completed, refused or discarded, for 30 days. Written by: worker.
create table dead_letter_end (
  command_id uuid not null,
  command    json not null,
  error      text not null,
  attempts   integer not null,
  first_at   timestamp with time zone not null,
  at         timestamp with time zone not null,
  outcome    text not null,
  ended_at   timestamp with time zone not null,
  ended_by   text,
  reason     text,
  constraint dead_letter_end_pkey PRIMARY KEY (command_id),
  constraint dead_letter_end_outcome_check CHECK ((outcome = ANY (ARRAY['CarriedOut'::text, 'Refused'::text, 'Dropped'::text])))
);
CREATE INDEX dead_letter_end_age ON dead_letter_end USING btree (ended_at);

-- Decisions and their versions, deployed alone or with processes. Written by: worker.
create table decision (
  key             text not null,
  highest_version integer not null,
  constraint decision_pkey PRIMARY KEY (key)
);

-- Results of evaluate calls, if they are retained. Written by: worker.
create table decision_evaluation (
  evaluation_id uuid not null,
  key           text not null,
  version       integer not null,
  evaluated_at  timestamp with time zone not null,
  outcome       text not null,
  actor         text,
  failure       text,
  variables     json,
  decided       json not null,
  business_id   text,
  constraint decision_evaluation_pkey PRIMARY KEY (evaluation_id)
);
CREATE INDEX decision_evaluation_at ON decision_evaluation USING btree (evaluated_at);
CREATE INDEX decision_evaluation_business_id ON decision_evaluation USING btree (business_id) WHERE (business_id IS NOT NULL);
CREATE INDEX decision_evaluation_key ON decision_evaluation USING btree (key, evaluated_at, evaluation_id);

-- Decisions of other deploys that process versions use. Written by: worker, with the version.
create table decision_reference (
  definition_id text not null,
  decision_key  text not null,
  binding       text not null,
  value         text not null,
  constraint decision_reference_pkey PRIMARY KEY (definition_id, decision_key, binding, value),
  constraint decision_reference_definition_id_fkey FOREIGN KEY (definition_id) REFERENCES definition_version(definition_id) ON DELETE CASCADE
);
CREATE INDEX decision_reference_key ON decision_reference USING btree (decision_key);

-- Decisions and their versions, deployed alone or with processes. Written by: worker.
create table decision_version (
  key         text not null,
  version     integer not null,
  name        text not null,
  version_tag text,
  file_id     uuid not null,
  file_name   text not null,
  fingerprint text not null,
  deployed_at timestamp with time zone not null,
  reading     smallint,
  constraint decision_version_pkey PRIMARY KEY (key, version),
  constraint decision_version_key_fkey FOREIGN KEY (key) REFERENCES decision(key)
);
CREATE INDEX decision_version_at ON decision_version USING btree (deployed_at, key, version);
CREATE INDEX decision_version_file ON decision_version USING btree (file_id);

-- One row per deployed version; the view definition shows it with its XML to replicas of the previous release. Written by: worker.
create table definition_version (
  definition_id text not null,
  key           text not null,
  version       integer not null,
  text_hash     text not null,
  deployed_at   timestamp with time zone not null,
  file_id       uuid,
  version_tag   text,
  on_failure    text,
  reading       smallint,
  calls_within  json,
  constraint definition_version_pkey PRIMARY KEY (definition_id),
  constraint definition_version_key_version_key UNIQUE (key, version),
  constraint definition_version_text_hash_fkey FOREIGN KEY (text_hash) REFERENCES model_text(hash)
);
CREATE INDEX definition_version_file ON definition_version USING btree (file_id, key);
CREATE INDEX definition_version_text ON definition_version USING btree (text_hash);

-- Instances that were deleted soon after they ended, for 25 hours. Written by: worker.
create table deleted_instance (
  instance_id uuid not null,
  at          timestamp with time zone not null,
  constraint deleted_instance_pkey PRIMARY KEY (instance_id)
);
CREATE INDEX deleted_instance_at ON deleted_instance USING btree (at);

-- Scripts, decisions and forms that were deployed with a model. Written by: worker.
create table deployment_resource (
  file_id   uuid not null,
  name      text not null,
  text_hash text not null,
  constraint deployment_resource_pkey PRIMARY KEY (file_id, name),
  constraint deployment_resource_text_hash_fkey FOREIGN KEY (text_hash) REFERENCES model_text(hash)
);
CREATE INDEX deployment_resource_text ON deployment_resource USING btree (text_hash);

-- The event feed: its end, and its references to event histories. Written by: projector.
create table feed (
  position    bigint not null,
  instance_id uuid not null,
  process_key text not null,
  from_seq    integer not null,
  to_seq      integer not null,
  at          timestamp with time zone not null,
  constraint feed_pkey PRIMARY KEY ("position")
);
CREATE INDEX feed_instance ON feed USING btree (instance_id, "position");

-- The event feed: its end, and its references to event histories. Written by: projector.
create table feed_head (
  is_only  boolean not null default true,
  id       uuid not null default gen_random_uuid(),
  position bigint not null default 0,
  constraint feed_head_pkey PRIMARY KEY (is_only),
  constraint feed_head_is_only_check CHECK (is_only)
);

-- Subscribers of the event feed with position and lease; instances whose events are sent later. Written by: worker.
create table feed_parked (
  kind          text not null,
  name          text not null,
  instance_id   uuid not null,
  process_key   text not null,
  row_position  bigint not null,
  sequence      integer,
  next_position text not null,
  next_type     text not null,
  attempts      integer not null default 0,
  is_failing    boolean not null default false,
  next_at       timestamp with time zone not null,
  error         text,
  parked_at     timestamp with time zone not null default clock_timestamp(),
  revision      integer not null default 0,
  constraint feed_parked_pkey PRIMARY KEY (kind, name, instance_id),
  constraint feed_parked_kind_name_fkey FOREIGN KEY (kind, name) REFERENCES feed_subscriber(kind, name) ON DELETE CASCADE
) with (fillfactor=85);
CREATE INDEX feed_parked_due ON feed_parked USING btree (kind, name, next_at);
CREATE INDEX feed_parked_since ON feed_parked USING btree (kind, name, is_failing, parked_at, instance_id);

-- Subscribers of the event feed with position and lease; instances whose events are sent later. Written by: worker.
create table feed_subscriber (
  kind         text not null,
  name         text not null,
  row_position bigint not null,
  sequence     integer,
  state        text not null default 'Active'::text,
  reason       text,
  paused_at    timestamp with time zone,
  error        text,
  error_at     timestamp with time zone,
  sent_at      timestamp with time zone,
  lease_owner  text,
  lease_until  timestamp with time zone,
  lease_term   bigint not null default 0,
  created_at   timestamp with time zone not null default clock_timestamp(),
  constraint feed_subscriber_pkey PRIMARY KEY (kind, name)
) with (fillfactor=50);

-- Groups of failures that operators ignore. Written by: worker.
create table ignored_failure (
  ignored_id      uuid not null,
  process_key     text not null,
  activity_id     text,
  code            text,
  message         text,
  reason          text not null,
  ends_at         timestamp with time zone,
  ignored_by      text,
  ignored_at      timestamp with time zone not null,
  except_messages text[],
  constraint ignored_failure_pkey PRIMARY KEY (ignored_id)
);

-- Replies of commands, for 24 hours. Written by: worker.
create table inbox (
  command_id  uuid not null,
  fingerprint text,
  reply       json not null,
  at          timestamp with time zone not null,
  constraint inbox_pkey PRIMARY KEY (command_id)
);
CREATE INDEX inbox_at ON inbox USING btree (at);

-- Open incidents. Written by: worker.
create table incident (
  incident_id   uuid not null,
  instance_id   uuid not null,
  incident      integer not null,
  entry         integer,
  activity_id   text not null,
  definition_id text not null,
  process_key   text not null,
  business_id   text,
  code          text not null,
  message       text not null,
  cause         text not null,
  repeats       text not null,
  count         integer not null,
  first_at      timestamp with time zone not null,
  last_at       timestamp with time zone not null,
  task_type     text,
  error_details text,
  constraint incident_pkey PRIMARY KEY (incident_id)
);
CREATE INDEX incident_activity ON incident USING btree (activity_id, last_at DESC);
CREATE INDEX incident_business ON incident USING hash (business_id);
CREATE INDEX incident_cause ON incident USING btree (cause, last_at DESC);
CREATE INDEX incident_code ON incident USING btree (code, last_at DESC);
CREATE INDEX incident_count ON incident USING btree (count DESC, incident_id);
CREATE INDEX incident_first ON incident USING btree (first_at DESC, incident_id);
CREATE INDEX incident_instance ON incident USING btree (instance_id);
CREATE INDEX incident_key ON incident USING btree (process_key, last_at DESC, incident_id);
CREATE INDEX incident_last ON incident USING btree (last_at DESC, incident_id);
CREATE INDEX incident_message ON incident USING hash (message);

-- One row: the id of this database among those that share a Redis. Written by: the migration.
create table installation (
  is_only boolean not null default true,
  id      uuid not null default gen_random_uuid(),
  constraint installation_pkey PRIMARY KEY (is_only),
  constraint installation_is_only_check CHECK (is_only)
);

-- An instance at its latest seq, with its state at that row or, if it is large, at an earlier one. Written by: worker.
create table instance (
  id            uuid not null,
  definition_id text not null,
  seq           integer not null,
  is_terminal   boolean not null,
  state         json not null,
  root_id       uuid,
  state_seq     integer,
  state_size    integer not null default 0,
  journal_size  bigint not null default 0,
  ended_at      timestamp with time zone,
  constraint instance_pkey PRIMARY KEY (id)
) with (fillfactor=70);
CREATE INDEX instance_called ON instance USING btree (root_id) WHERE ((root_id IS NOT NULL) AND (NOT is_terminal));
CREATE INDEX instance_ended ON instance USING btree (definition_id, ((root_id IS NULL)), ended_at);
CREATE INDEX instance_running ON instance USING btree (definition_id, id) WHERE (NOT is_terminal);
CREATE INDEX instance_tree ON instance USING btree (root_id) WHERE (root_id IS NOT NULL);
CREATE INDEX instance_undated ON instance USING btree (id) WHERE (is_terminal AND (ended_at IS NULL));

-- The event history: one row per command and subject, with everything that the command did to it. Written by: worker.
create table journal (
  subject_id uuid not null,
  seq        integer not null,
  command_id uuid not null,
  at         timestamp with time zone not null,
  v          smallint not null,
  events     json not null,
  actor      text,
  constraint journal_pkey PRIMARY KEY (subject_id, seq)
);

-- Suspended process keys. Written by: worker.
create table key_suspension (
  key    text not null,
  reason text,
  actor  text,
  since  timestamp with time zone not null,
  constraint key_suspension_pkey PRIMARY KEY (key)
);

-- Replicas, with their heartbeats and call statistics. Written by: every replica, its own row.
create table member (
  member_id    uuid not null,
  process_name text not null,
  role         text not null,
  host         text not null,
  version      text not null,
  started_at   timestamp with time zone not null,
  heartbeat_at timestamp with time zone not null,
  is_stopping  boolean not null default false,
  is_lost      boolean not null default false,
  statistics   json not null,
  constraint member_pkey PRIMARY KEY (member_id)
);

-- The texts of deployed files, each once, by its hash. Written by: worker.
create table model_text (
  hash     text not null,
  bpmn_xml text not null,
  constraint model_text_pkey PRIMARY KEY (hash)
);

-- Numbers for ids, for the API of Camunda 8. Written by: API.
create table numeric_key (
  key         bigint not null generated always as identity,
  id          text not null,
  instance_id uuid,
  constraint numeric_key_pkey PRIMARY KEY (key),
  constraint numeric_key_id_key UNIQUE (id)
);
CREATE INDEX numeric_key_of_instance ON numeric_key USING btree (instance_id) WHERE (instance_id IS NOT NULL);

-- Commands to hand to the queue; with a target_id they are the command queue of one instance, with a sender_id they run in order. Written by: worker.
create table outbox (
  command_id uuid not null,
  command    json not null,
  created_at timestamp with time zone not null,
  position   bigint not null generated always as identity,
  target_id  uuid,
  sender_id  uuid,
  constraint outbox_pkey PRIMARY KEY (command_id)
);
CREATE INDEX outbox_created_at ON outbox USING btree (created_at);
CREATE INDEX outbox_sender ON outbox USING btree (sender_id, "position") WHERE (sender_id IS NOT NULL);
CREATE INDEX outbox_single ON outbox USING btree (created_at) WHERE ((target_id IS NULL) AND (sender_id IS NULL));
CREATE INDEX outbox_target ON outbox USING btree (target_id, "position") WHERE (target_id IS NOT NULL);

-- One row per process key: latest version, highest version ever, enabled or not. Written by: worker.
create table process (
  key             text not null,
  subject_id      uuid not null,
  latest_version  integer not null,
  definition_id   text not null,
  is_active       boolean not null,
  seq             integer not null,
  highest_version integer,
  constraint process_pkey PRIMARY KEY (key)
);

-- Subjects with events that are not yet projected. Written by: worker appends, projector takes.
create table projection_todo (
  position   bigint not null generated always as identity,
  subject_id uuid not null,
  kind       character(1) not null,
  at         timestamp with time zone not null,
  constraint projection_todo_pkey PRIMARY KEY ("position")
);

-- Deployed versions, and whether the key is enabled, for reads. Written by: projector.
create table q_definition (
  definition_id        text not null,
  key                  text not null,
  version              integer not null,
  deployed_at          timestamp with time zone not null,
  activities_count     integer not null,
  sequence_flows_count integer not null,
  start_form           json,
  name                 text,
  task_names           json,
  constraint q_definition_pkey PRIMARY KEY (definition_id),
  constraint q_definition_key_version_key UNIQUE (key, version)
);
CREATE INDEX q_definition_deployed_at ON q_definition USING btree (deployed_at, key, version);
CREATE INDEX q_definition_version ON q_definition USING btree (version, key);

-- Instances: active activities, and the activities that each event history row ended. Written by: projector.
create table q_instance (
  instance_id      uuid not null,
  definition_id    text not null,
  key              text not null,
  version          integer not null,
  business_id      text,
  is_completed     boolean not null,
  is_cancelled     boolean not null,
  is_failed        boolean not null,
  created_at       timestamp with time zone not null,
  started_at       timestamp with time zone,
  completed_at     timestamp with time zone,
  last_seq         integer not null,
  live             json not null,
  live_seq         integer,
  live_size        integer not null default 0,
  journal_size     bigint not null default 0,
  parent_id        uuid,
  failed_element   text,
  error_code       text,
  error_message    text,
  earlier_versions json,
  earlier_failure  json,
  constraint q_instance_pkey PRIMARY KEY (instance_id)
) with (fillfactor=70);
CREATE INDEX q_instance_business ON q_instance USING btree (business_id, instance_id) WHERE (business_id IS NOT NULL);
CREATE INDEX q_instance_business_id ON q_instance USING btree (key, business_id, instance_id);
CREATE INDEX q_instance_business_id_lower ON q_instance USING btree (key, lower((business_id COLLATE "und-x-icu")) COLLATE "C");
-- only where the server has pg_trgm
CREATE INDEX q_instance_business_id_parts ON q_instance USING gin (lower((business_id COLLATE "und-x-icu")) COLLATE "C" gin_trgm_ops);
CREATE INDEX q_instance_cancelled ON q_instance USING btree (created_at DESC, instance_id) WHERE is_cancelled;
CREATE INDEX q_instance_completed ON q_instance USING btree (key, created_at DESC, instance_id) WHERE is_completed;
CREATE INDEX q_instance_completed_at ON q_instance USING btree (key, completed_at, instance_id);
CREATE INDEX q_instance_created_at ON q_instance USING btree (created_at DESC, instance_id);
CREATE INDEX q_instance_ended_at ON q_instance USING btree (completed_at, instance_id);
CREATE INDEX q_instance_error_code ON q_instance USING btree (error_code, created_at DESC, instance_id) WHERE (error_code IS NOT NULL);
CREATE INDEX q_instance_error_message ON q_instance USING hash (error_message) WHERE (error_message IS NOT NULL);
CREATE INDEX q_instance_failed ON q_instance USING btree (created_at DESC, instance_id) WHERE is_failed;
CREATE INDEX q_instance_failed_at ON q_instance USING btree (completed_at DESC, key) WHERE is_failed;
CREATE INDEX q_instance_key ON q_instance USING btree (key, created_at DESC, instance_id);
CREATE INDEX q_instance_migrated ON q_instance USING btree (key, created_at DESC, instance_id) WHERE (earlier_versions IS NOT NULL);
CREATE INDEX q_instance_open ON q_instance USING btree (created_at DESC, instance_id) WHERE (NOT is_completed);
CREATE INDEX q_instance_parent ON q_instance USING btree (parent_id, created_at DESC, instance_id) WHERE (parent_id IS NOT NULL);
CREATE INDEX q_instance_running ON q_instance USING btree (key, created_at DESC, instance_id) WHERE (NOT is_completed);
CREATE INDEX q_instance_running_version ON q_instance USING btree (key, version) WHERE (NOT is_completed);
CREATE INDEX q_instance_unstarted ON q_instance USING btree (key, created_at DESC, instance_id) WHERE (started_at IS NULL);
CREATE INDEX q_instance_unsuccessful ON q_instance USING btree (key, created_at DESC, instance_id) WHERE (is_failed OR is_cancelled);
CREATE INDEX q_instance_version ON q_instance USING btree (key, version, created_at DESC, instance_id);
CREATE TRIGGER q_instance_added AFTER INSERT ON q_instance REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN ((current_setting('sluice.is_counted'::text, true) IS DISTINCT FROM 'true'::text)) EXECUTE FUNCTION q_instance_counted();
CREATE TRIGGER q_instance_changed AFTER UPDATE ON q_instance REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT WHEN ((current_setting('sluice.is_counted'::text, true) IS DISTINCT FROM 'true'::text)) EXECUTE FUNCTION q_instance_counted();
CREATE TRIGGER q_instance_emptied AFTER TRUNCATE ON q_instance FOR EACH STATEMENT WHEN ((current_setting('sluice.is_counted'::text, true) IS DISTINCT FROM 'true'::text)) EXECUTE FUNCTION q_instance_counted();
CREATE TRIGGER q_instance_removed AFTER DELETE ON q_instance REFERENCING OLD TABLE AS removed FOR EACH STATEMENT WHEN ((current_setting('sluice.is_counted'::text, true) IS DISTINCT FROM 'true'::text)) EXECUTE FUNCTION q_instance_counted();

-- Row counts of these tables, for totals of lists. Written by: projector, with the rows.
create table q_instance_count (
  key             text not null,
  version         integer not null,
  day             date not null,
  is_started      boolean not null,
  is_completed    boolean not null,
  is_cancelled    boolean not null,
  is_failed       boolean not null,
  has_business_id boolean not null,
  slot            smallint not null,
  count           bigint not null,
  constraint q_instance_count_pkey PRIMARY KEY (key, day, version, is_started, is_completed, is_cancelled, is_failed, has_business_id, slot)
) with (fillfactor=50);

-- Decisions that instances have evaluated, without those deployed with a process. Written by: projector.
create table q_instance_decision (
  instance_id uuid not null,
  seq         integer not null,
  entry       integer not null,
  key         text not null,
  version     integer not null,
  activity_id text not null,
  rules       integer[] not null,
  decided_at  timestamp with time zone not null,
  constraint q_instance_decision_pkey PRIMARY KEY (instance_id, seq, entry, key)
);
CREATE INDEX q_instance_decision_key ON q_instance_decision USING btree (key, decided_at DESC, instance_id);

-- Elements where instances wait, or failed. Written by: projector.
create table q_instance_element (
  instance_id  uuid not null,
  element      text not null,
  is_failed    boolean not null,
  begun_at     timestamp with time zone not null,
  active_since timestamp with time zone,
  constraint q_instance_element_pkey PRIMARY KEY (instance_id, element)
);
CREATE INDEX q_instance_element_name ON q_instance_element USING btree (element, begun_at DESC, instance_id);

-- Instances: active activities, and the activities that each event history row ended. Written by: projector.
create table q_instance_step (
  instance_id uuid not null,
  seq         integer not null,
  completed   json not null,
  conditions  json not null,
  constraint q_instance_step_pkey PRIMARY KEY (instance_id, seq)
);

-- Indexed variables of instances. Written by: projector.
create table q_instance_variable (
  instance_id   uuid not null,
  path          text not null,
  number_value  double precision,
  text_value    text,
  boolean_value boolean,
  begun_at      timestamp with time zone not null,
  constraint q_instance_variable_pkey PRIMARY KEY (instance_id, path)
);
CREATE INDEX q_instance_variable_begun ON q_instance_variable USING btree (path, begun_at DESC, instance_id) INCLUDE (number_value, text_value, boolean_value);
CREATE INDEX q_instance_variable_boolean ON q_instance_variable USING btree (path, boolean_value, instance_id) WHERE (boolean_value IS NOT NULL);
CREATE INDEX q_instance_variable_number ON q_instance_variable USING btree (path, number_value, instance_id) WHERE (number_value IS NOT NULL);
CREATE INDEX q_instance_variable_text ON q_instance_variable USING btree (path, text_value, instance_id) WHERE (text_value IS NOT NULL);

-- Deployed versions, and whether the key is enabled, for reads. Written by: projector.
create table q_process (
  subject_id   uuid not null,
  key          text not null,
  is_active    boolean not null,
  last_seq     integer not null,
  is_suspended boolean not null default false,
  constraint q_process_pkey PRIMARY KEY (subject_id),
  constraint q_process_key_key UNIQUE (key)
);
CREATE INDEX q_process_is_active ON q_process USING btree (is_active, key);
CREATE INDEX q_process_is_suspended ON q_process USING btree (is_suspended, key);

-- Subscriptions of instances, and registered start events. Written by: projector.
create table q_start_trigger (
  key        text not null,
  element    text not null,
  definition integer not null,
  kind       text not null,
  name       text,
  condition  text,
  constraint q_start_trigger_pkey PRIMARY KEY (key, element, definition)
);

-- Subscriptions of instances, and registered start events. Written by: projector.
create table q_subscription (
  instance_id          uuid not null,
  subscription         integer not null,
  kind                 text not null,
  name                 text not null,
  key                  text not null,
  activity_id          text not null,
  activity_instance_id uuid,
  created_at           timestamp with time zone not null,
  constraint q_subscription_pkey PRIMARY KEY (instance_id, subscription)
);
CREATE INDEX q_subscription_list ON q_subscription USING btree (kind);

-- Open user tasks. Written by: projector.
create table q_user_task (
  task_id          uuid not null,
  instance_id      uuid not null,
  activity_id      text not null,
  assignee         text,
  candidate_users  text[] not null,
  candidate_groups text[] not null,
  claimed_by       text,
  created_at       timestamp with time zone not null,
  expected_outputs text[] not null,
  form             json,
  due_at           timestamp with time zone,
  follow_up_at     timestamp with time zone,
  priority         integer,
  category         text,
  item             json,
  constraint q_user_task_pkey PRIMARY KEY (task_id)
);
CREATE INDEX q_user_task_assignee ON q_user_task USING btree ("left"(assignee, 256), created_at DESC, task_id);
CREATE INDEX q_user_task_category ON q_user_task USING hash (category);
CREATE INDEX q_user_task_created ON q_user_task USING btree (created_at DESC, task_id);
CREATE INDEX q_user_task_due ON q_user_task USING btree (due_at, task_id);
CREATE INDEX q_user_task_follow_up ON q_user_task USING btree (follow_up_at, task_id);
CREATE INDEX q_user_task_groups ON q_user_task USING gin (beginnings(candidate_groups));
CREATE INDEX q_user_task_instance ON q_user_task USING btree (instance_id);
CREATE INDEX q_user_task_priority ON q_user_task USING btree (priority DESC NULLS LAST, task_id);
CREATE INDEX q_user_task_state ON q_user_task USING btree ((
CASE
    WHEN (claimed_by IS NULL) THEN 'Created'::text
    ELSE 'Claimed'::text
END), created_at DESC, task_id);
CREATE TRIGGER q_user_task_added AFTER INSERT ON q_user_task REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN ((current_setting('sluice.is_counted'::text, true) IS DISTINCT FROM 'true'::text)) EXECUTE FUNCTION q_user_task_counted();
CREATE TRIGGER q_user_task_changed AFTER UPDATE ON q_user_task REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT WHEN ((current_setting('sluice.is_counted'::text, true) IS DISTINCT FROM 'true'::text)) EXECUTE FUNCTION q_user_task_counted();
CREATE TRIGGER q_user_task_emptied AFTER TRUNCATE ON q_user_task FOR EACH STATEMENT WHEN ((current_setting('sluice.is_counted'::text, true) IS DISTINCT FROM 'true'::text)) EXECUTE FUNCTION q_user_task_counted();
CREATE TRIGGER q_user_task_removed AFTER DELETE ON q_user_task REFERENCING OLD TABLE AS removed FOR EACH STATEMENT WHEN ((current_setting('sluice.is_counted'::text, true) IS DISTINCT FROM 'true'::text)) EXECUTE FUNCTION q_user_task_counted();

-- Row counts of these tables, for totals of lists. Written by: projector, with the rows.
create table q_user_task_count (
  is_claimed boolean not null,
  slot       smallint not null,
  count      bigint not null,
  constraint q_user_task_count_pkey PRIMARY KEY (is_claimed, slot)
) with (fillfactor=50);

-- Keys that all replicas share: one protects the cookies of the UI, one signs what the API issues; whether the API asks for tokens and roles. Written by: UI, API, once.
create table setting (
  name  text not null,
  value text not null,
  constraint setting_pkey PRIMARY KEY (name)
);

-- Events that start an instance: of the latest version, enabled keys only. Written by: worker.
create table start_trigger (
  key           text not null,
  element       text not null,
  definition    integer not null,
  definition_id text not null,
  kind          text not null,
  name          text,
  condition     text,
  schedule      json,
  due_at        timestamp with time zone,
  attempts      smallint not null default 0,
  leased_until  timestamp with time zone,
  constraint start_trigger_pkey PRIMARY KEY (key, element, definition)
);
CREATE INDEX start_trigger_due ON start_trigger USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX start_trigger_lookup ON start_trigger USING btree (kind, name, key);

-- Lookup: open message and signal subscriptions, by name and key, in order of creation. Written by: worker.
create table subscription (
  instance_id  uuid not null,
  subscription integer not null,
  position     bigint not null generated always as identity,
  kind         text not null,
  name         text not null,
  key          text not null,
  constraint subscription_pkey PRIMARY KEY (instance_id, subscription)
);
CREATE INDEX subscription_lookup ON subscription USING btree (kind, "left"(name, 256), "left"(key, 256), "position");

-- Who suspends which instances. Written by: worker.
create table suspension (
  instance_id  uuid not null,
  suspended_by text not null,
  reason       text,
  since        timestamp with time zone not null,
  process_key  text,
  constraint suspension_pkey PRIMARY KEY (instance_id, suspended_by)
);
CREATE INDEX suspension_key ON suspension USING btree (process_key, instance_id) WHERE (process_key IS NOT NULL);

-- Comments on user tasks. Written by: worker.
create table task_comment (
  instance_id uuid not null,
  task_id     uuid not null,
  comment_id  uuid not null,
  author      text not null,
  text        text not null,
  created_at  timestamp with time zone not null,
  constraint task_comment_pkey PRIMARY KEY (instance_id, task_id, comment_id)
);
CREATE INDEX task_comment_order ON task_comment USING btree (task_id, created_at, comment_id);

-- Waiting timers of instances. Written by: worker.
create table timer (
  instance_id  uuid not null,
  subscription integer not null,
  due_at       timestamp with time zone not null,
  attempts     smallint not null default 0,
  leased_until timestamp with time zone,
  element      text,
  constraint timer_pkey PRIMARY KEY (instance_id, subscription)
);
CREATE INDEX timer_due ON timer USING btree (due_at);
CREATE INDEX timer_hard ON timer USING btree (leased_until) WHERE (attempts > 0);

-- Sessions of the UI. Written by: UI.
create table ui_session (
  sid    text not null,
  sess   json not null,
  expire timestamp with time zone not null,
  constraint ui_session_pkey PRIMARY KEY (sid)
);
CREATE INDEX ui_session_expire ON ui_session USING btree (expire);
CREATE INDEX ui_session_subject ON ui_session USING btree ("left"(((sess -> 'user'::text) ->> 'subject'::text), 255), expire) WHERE ((sess -> 'user'::text) IS NOT NULL);
CREATE INDEX ui_session_visitor ON ui_session USING btree (expire) WHERE ((sess -> 'user'::text) IS NULL);

-- Lookup: the instance of a user task. Written by: worker.
create table user_task (
  task_id     uuid not null,
  instance_id uuid not null,
  entry       integer not null,
  is_open     boolean not null,
  constraint user_task_pkey PRIMARY KEY (task_id)
);
CREATE INDEX user_task_instance ON user_task USING btree (instance_id);

create view definition as
 SELECT v.definition_id,
    v.key,
    v.version,
    t.bpmn_xml,
    v.deployed_at,
    v.file_id,
    v.version_tag
   FROM (definition_version v
     LEFT JOIN model_text t ON ((t.hash = v.text_hash)));
CREATE TRIGGER definition_stored INSTEAD OF INSERT ON definition FOR EACH ROW EXECUTE FUNCTION store_definition();

CREATE OR REPLACE FUNCTION beginnings(texts text[])
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select coalesce(array_agg(left(item, 256)), '{}') from unnest(texts) as item
$function$;

CREATE OR REPLACE FUNCTION claim_addresses(ids bigint[], exclusive boolean[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  for i in 1 .. cardinality(ids) loop
    if not (case when exclusive[i] then pg_try_advisory_xact_lock(ids[i]) else pg_try_advisory_xact_lock_shared(ids[i]) end) then
      raise exception 'somebody delivers to an address at which this transaction begins to wait' using errcode = 'SL001';
    end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION claim_definitions(ids bigint[], wanted text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  for i in 1 .. cardinality(ids) loop
    if not pg_try_advisory_xact_lock_shared(ids[i]) then
      raise exception 'somebody deletes a version of which this transaction starts an instance' using errcode = 'SL002';
    end if;
    if not exists (select from definition_version where definition_id = wanted[i]) then
      raise exception 'a version of which this transaction starts an instance was deleted' using errcode = 'SL002';
    end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION dead_letters()
 RETURNS TABLE(letter_id uuid, kind text, status text, instance_id uuid, process_key text, attempts integer, first_at timestamp with time zone, last_at timestamp with time zone, retried_at timestamp with time zone, retried_by text, ended_at timestamp with time zone, ended_by text, reason text, obstacle text, error text, command json, sender_id uuid, "position" bigint)
 LANGUAGE sql
 STABLE
AS $function$
  select letter.command_id, letter.kind, letter.status, found.instance_id, coalesce(letter.command ->> 'key', shown.key), letter.attempts,
    letter.first_at, letter.at, letter.retried_at, letter.retried_by, letter.ended_at, letter.ended_by, letter.reason,
    case
      when letter.ended_at is not null then 'ended'
      when letter.kind = 'StartChild' then 'caller-notified'
      when letter.kind in ('LockCustomTasks', 'ExtendCustomTaskLock') then 'nobody-waits'
      when letter.kind = 'FireTimer' and letter.command ->> 'instanceId' is not null then (
        select 'timer-gone' where not exists (
          select from timer where timer.instance_id = found.instance_id and timer.subscription = (letter.command ->> 'subscription')::int))
      when letter.kind = 'FireTimer' then (
        select 'timer-gone' where not exists (
          select from start_trigger as start where start.key = letter.command ->> 'key' and start.element = letter.command ->> 'element'
            and start.definition = (letter.command ->> 'definition')::int and start.attempts > 0))
      when letter.kind in ('ApplyMail', 'CompleteActivity', 'CancelInstance', 'CompleteCustomTask', 'FailCustomTask')
        or letter.command ->> 'taskId' is not null then case
          when target.id is null then 'instance-gone'
          when target.is_terminal then 'instance-ended' end
    end,
    letter.error, letter.command, letter.sender_id, letter.position
  from (
    select parked.command_id, parked.command ->> 'kind' as kind, parked.command, parked.error, parked.attempts,
      coalesce(parked.first_at, parked.at) as first_at, parked.at, parked.retried_at, parked.retried_by, parked.sender_id, parked.position,
      case when parked.retried_at >= parked.at then 'Retrying' else 'Parked' end as status,
      null::timestamptz as ended_at, null::text as ended_by, null::text as reason
    from dead_letter as parked
    union all
    select past.command_id, past.command ->> 'kind', past.command, past.error, past.attempts, past.first_at, past.at, null, null, null, null,
      past.outcome, past.ended_at, past.ended_by, past.reason
    from dead_letter_end as past
  ) as letter
  left join user_task as task on task.task_id = guid_or_null(letter.command ->> 'taskId')
  cross join lateral (
    select coalesce(guid_or_null(letter.command ->> 'instanceId'), guid_or_null(letter.command ->> 'parentId'), task.instance_id) as instance_id
  ) as found
  left join instance as target on target.id = found.instance_id
  left join q_instance as shown on shown.instance_id = found.instance_id
$function$;

CREATE OR REPLACE FUNCTION guid_or_null(given text)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when given ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then given::uuid end
$function$;

CREATE OR REPLACE FUNCTION q_instance_counted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into q_instance_count as c
    select key, version, (created_at at time zone 'UTC')::date, started_at is not null, is_completed, is_cancelled, is_failed,
           business_id is not null, pg_backend_pid() % 16, count(*)
    from added group by 1, 2, 3, 4, 5, 6, 7, 8 order by 1, 2, 3, 4, 5, 6, 7, 8
    on conflict (key, day, version, is_started, is_completed, is_cancelled, is_failed, has_business_id, slot) do update set count = c.count + excluded.count;
  elsif tg_op = 'DELETE' then
    insert into q_instance_count as c
    select key, version, (created_at at time zone 'UTC')::date, started_at is not null, is_completed, is_cancelled, is_failed,
           business_id is not null, pg_backend_pid() % 16, -count(*)
    from removed group by 1, 2, 3, 4, 5, 6, 7, 8 order by 1, 2, 3, 4, 5, 6, 7, 8
    on conflict (key, day, version, is_started, is_completed, is_cancelled, is_failed, has_business_id, slot) do update set count = c.count + excluded.count;
  elsif tg_op = 'UPDATE' then
    insert into q_instance_count as c
    select key, version, (created_at at time zone 'UTC')::date, started_at is not null, is_completed, is_cancelled, is_failed,
           business_id is not null, pg_backend_pid() % 16, sum(n)
    from (
      select key, version, created_at, started_at, is_completed, is_cancelled, is_failed, business_id, 1 as n from added
      union all
      select key, version, created_at, started_at, is_completed, is_cancelled, is_failed, business_id, -1 as n from removed
    ) changed
    group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(n) <> 0 order by 1, 2, 3, 4, 5, 6, 7, 8
    on conflict (key, day, version, is_started, is_completed, is_cancelled, is_failed, has_business_id, slot) do update set count = c.count + excluded.count;
  else
    delete from q_instance_count;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION q_user_task_counted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into q_user_task_count as c
    select claimed_by is not null, pg_backend_pid() % 16, count(*) from added group by 1 order by 1
    on conflict (is_claimed, slot) do update set count = c.count + excluded.count;
  elsif tg_op = 'DELETE' then
    insert into q_user_task_count as c
    select claimed_by is not null, pg_backend_pid() % 16, -count(*) from removed group by 1 order by 1
    on conflict (is_claimed, slot) do update set count = c.count + excluded.count;
  elsif tg_op = 'UPDATE' then
    insert into q_user_task_count as c
    select is_claimed, pg_backend_pid() % 16, sum(n)
    from (
      select claimed_by is not null as is_claimed, 1 as n from added
      union all
      select claimed_by is not null as is_claimed, -1 as n from removed
    ) changed
    group by 1 having sum(n) <> 0 order by 1
    on conflict (is_claimed, slot) do update set count = c.count + excluded.count;
  else
    delete from q_user_task_count;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION store_definition()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  hash_of_text text := encode(sha256(convert_to(new.bpmn_xml, 'UTF8')), 'hex');
begin
  insert into model_text (hash, bpmn_xml) values (hash_of_text, new.bpmn_xml) on conflict (hash) do nothing;
  insert into definition_version (definition_id, key, version, text_hash, deployed_at, file_id, version_tag)
    values (new.definition_id, new.key, new.version, hash_of_text, new.deployed_at, new.file_id, new.version_tag);
  return new;
end
$function$;
