-- What a distributed Postgres asks of the schema of a shard: no statement triggers, and extensions elsewhere.

-- The projector counts totals with the rows that it writes, and says so for its transaction. The triggers count for projectors of the release before,
-- and go one release later. Databases with Citus, on which that release cannot run, have none.
do $$
begin
  drop trigger q_instance_added on q_instance;
  drop trigger q_instance_changed on q_instance;
  drop trigger q_instance_removed on q_instance;
  drop trigger q_instance_emptied on q_instance;
  drop trigger q_user_task_added on q_user_task;
  drop trigger q_user_task_changed on q_user_task;
  drop trigger q_user_task_removed on q_user_task;
  drop trigger q_user_task_emptied on q_user_task;
  if to_regclass('pg_dist_schema') is not null then
    drop function q_instance_counted();
    drop function q_user_task_counted();
    return;
  end if;
  create trigger q_instance_added after insert on q_instance referencing new table as added for each statement
    when (current_setting('sluice.is_counted', true) is distinct from 'true') execute function q_instance_counted();
  create trigger q_instance_changed after update on q_instance referencing new table as added old table as removed for each statement
    when (current_setting('sluice.is_counted', true) is distinct from 'true') execute function q_instance_counted();
  create trigger q_instance_removed after delete on q_instance referencing old table as removed for each statement
    when (current_setting('sluice.is_counted', true) is distinct from 'true') execute function q_instance_counted();
  create trigger q_instance_emptied after truncate on q_instance for each statement
    when (current_setting('sluice.is_counted', true) is distinct from 'true') execute function q_instance_counted();
  create trigger q_user_task_added after insert on q_user_task referencing new table as added for each statement
    when (current_setting('sluice.is_counted', true) is distinct from 'true') execute function q_user_task_counted();
  create trigger q_user_task_changed after update on q_user_task referencing new table as added old table as removed for each statement
    when (current_setting('sluice.is_counted', true) is distinct from 'true') execute function q_user_task_counted();
  create trigger q_user_task_removed after delete on q_user_task referencing old table as removed for each statement
    when (current_setting('sluice.is_counted', true) is distinct from 'true') execute function q_user_task_counted();
  create trigger q_user_task_emptied after truncate on q_user_task for each statement
    when (current_setting('sluice.is_counted', true) is distinct from 'true') execute function q_user_task_counted();
end $$;

-- Postgres has an extension once per database. It is outside of the schema of the tables, and its index is there in every schema.
do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm' and extnamespace = current_schema()::regnamespace and current_schema() <> 'public') then
    alter extension pg_trgm set schema public;
  end if;
exception when others then
  raise notice 'pg_trgm stays in this schema: %', sqlerrm;
end $$;
do $$
begin
  execute (
    select format('create index if not exists q_instance_business_id_parts on q_instance
      using gin ((lower(business_id collate "und-x-icu") collate "C") %s.gin_trgm_ops)', extnamespace::regnamespace)
    from pg_extension where extname = 'pg_trgm');
exception when others then
  raise notice 'no index for parts of business ids: %', sqlerrm;
end $$;
