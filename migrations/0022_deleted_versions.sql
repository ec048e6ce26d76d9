-- Versions without instances can be deleted (ADR 0066).

-- The highest version that a key has ever had: the number of a deleted version is not given again. Null: the latest one is the highest.
alter table process add column highest_version integer;

-- Whether a version has instances. It never changes for an instance in a step, so steps stay updates that touch no index.
create index instance_definition on instance (definition_id);
-- Whether a text is still used beside a model.
create index deployment_resource_text on deployment_resource (text_hash);

-- Shares the versions that a transaction starts instances of, until it ends (src/store/version-locks.ts). Whoever deletes one of them holds it alone:
-- then this fails at once, because waiting behind row locks would be waiting in a circle.
create function claim_definitions(ids bigint[], wanted text[]) returns void language plpgsql as $$
begin
  for i in 1 .. cardinality(ids) loop
    if not pg_try_advisory_xact_lock_shared(ids[i]) then
      raise exception 'somebody deletes a version of which this transaction starts an instance' using errcode = 'SL002';
    end if;
    if not exists (select from definition_version where definition_id = wanted[i]) then
      raise exception 'a version of which this transaction starts an instance was deleted' using errcode = 'SL002';
    end if;
  end loop;
end $$;
