-- The text of a deployed file is stored once, however many processes are in it and however often it is deployed.

-- No version may be deployed or read while the texts are moved; locked at once, so that nobody waits while holding half of what is needed.
lock table definition in access exclusive mode;

-- Texts of deployed files. Written by the worker; rows are never changed. `hash`: SHA-256 of the text in UTF-8, in hexadecimal digits.
create table model_text (
  hash     text not null primary key,
  bpmn_xml text not null
);

-- One row per deployed version. Written by the worker; rows are never changed.
create table definition_version (
  definition_id text        not null primary key,
  key           text        not null,
  version       integer     not null,
  text_hash     text        not null references model_text (hash),
  deployed_at   timestamptz not null,
  -- the same for everything that was deployed with one file
  file_id       uuid,
  version_tag   text,
  unique (key, version)
);
create index definition_version_file on definition_version (file_id, key);
create index definition_version_text on definition_version (text_hash);

-- Row by row: one text at a time is in memory. Each is read once for its hash, and stored if it is the first with this hash.
do $$
declare
  version record;
  hash_of_text text;
begin
  for version in select * from definition order by definition_id loop
    hash_of_text := encode(sha256(convert_to(version.bpmn_xml, 'UTF8')), 'hex');
    insert into model_text (hash, bpmn_xml) values (hash_of_text, version.bpmn_xml) on conflict (hash) do nothing;
    insert into definition_version (definition_id, key, version, text_hash, deployed_at, file_id, version_tag)
      values (version.definition_id, version.key, version.version, hash_of_text, version.deployed_at, version.file_id, version.version_tag);
  end loop;
end
$$;
drop table definition;

-- What replicas of the release before read and write during an upgrade.
create view definition as
  select v.definition_id, v.key, v.version, t.bpmn_xml, v.deployed_at, v.file_id, v.version_tag
  from definition_version v left join model_text t on t.hash = v.text_hash;

create function store_definition() returns trigger language plpgsql as $$
declare
  hash_of_text text := encode(sha256(convert_to(new.bpmn_xml, 'UTF8')), 'hex');
begin
  insert into model_text (hash, bpmn_xml) values (hash_of_text, new.bpmn_xml) on conflict (hash) do nothing;
  insert into definition_version (definition_id, key, version, text_hash, deployed_at, file_id, version_tag)
    values (new.definition_id, new.key, new.version, hash_of_text, new.deployed_at, new.file_id, new.version_tag);
  return new;
end
$$;
create trigger definition_stored instead of insert on definition for each row execute function store_definition();
