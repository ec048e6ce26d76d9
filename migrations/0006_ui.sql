-- What the operator pages need beside the query tables.

-- Facts that all processes share and that are made once, such as the key that protects the cookies.
create table setting (
  name  text primary key,
  value text not null
);

-- Visits of the operator pages; every UI process reads those of the others.
create table ui_session (
  sid    text        primary key,
  sess   json        not null,
  expire timestamptz not null
);
create index ui_session_expire on ui_session (expire);

-- The processes of the service, each as it reports itself every few seconds.
create table member (
  member_id    uuid primary key,
  process_name text        not null,
  role         text        not null,
  host         text        not null,
  version      text        not null,
  started_at   timestamptz not null,
  heartbeat_at timestamptz not null,
  is_stopping  boolean     not null default false,
  is_lost      boolean     not null default false,
  statistics   json        not null
);

-- Lists and counts over the instances of all keys.
create index q_instance_business_id_search on q_instance (business_id) where business_id is not null;
create index q_instance_created on q_instance (created_at desc, instance_id);
create index q_instance_last_completed on q_instance (completed_at desc) where completed_at is not null;
create index q_instance_running_version on q_instance (key, version) where not is_completed;
