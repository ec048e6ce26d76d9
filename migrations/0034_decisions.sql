-- Decisions with versions of their own (ADR 0096): one row per id. Written by the worker; locked while versions of it are added or deleted.
-- highest_version: of all that it ever had; 0: a deploy of it was refused.
create table decision (
  key             text collate "C" not null primary key,
  highest_version integer          not null
);

-- One row per version. Written by the worker; rows are never changed.
-- file_id, file_name: its file in deployment_resource, where everything stands that was deployed with it. fingerprint: of the texts that it depends on.
create table decision_version (
  key         text collate "C" not null references decision (key),
  version     integer          not null,
  name        text             not null,
  version_tag text collate "C",
  file_id     uuid             not null,
  file_name   text             not null,
  fingerprint text collate "C" not null,
  deployed_at timestamptz      not null,
  primary key (key, version)
);
create index decision_version_at on decision_version (deployed_at, key, version);
create index decision_version_file on decision_version (file_id);

-- Versions of processes that make decisions of other deploys. Written by the worker with the version; rows go with it.
-- binding: latest, version or versionTag. value: the number or the tag; empty for latest.
create table decision_reference (
  definition_id text             not null references definition_version (definition_id) on delete cascade,
  decision_key  text collate "C" not null,
  binding       text collate "C" not null,
  value         text             not null,
  primary key (definition_id, decision_key, binding, value)
);
create index decision_reference_key on decision_reference (decision_key);
