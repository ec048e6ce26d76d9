-- Lists over a million instances: an index for every column they can be filtered by, and their totals counted ahead.

-- The version list, the running and the completed, the last to end, the order of business ids; each ends in the tie-break of its list.
create index q_instance_version on q_instance (key, version, created_at desc, instance_id);
create index q_instance_completed on q_instance (key, created_at desc, instance_id) where is_completed;
create index q_instance_running on q_instance (key, created_at desc, instance_id) where not is_completed;
create index q_instance_completed_at on q_instance (key, completed_at, instance_id);
drop index q_instance_business_id;
create index q_instance_business_id on q_instance (key, business_id, instance_id);
-- Equal and beginning without regard to case; the expression is the one of src/queries/filter-sql.ts.
create index q_instance_business_id_lower on q_instance (key, (lower(business_id collate "und-x-icu") collate "C"));
-- Contains and ends with, where the database has the extension and may make it; without it these filters read all rows of the key.
do $$
begin
  create extension if not exists pg_trgm;
  create index q_instance_business_id_parts on q_instance
    using gin ((lower(business_id collate "und-x-icu") collate "C") gin_trgm_ops);
exception when others then
  raise notice 'no index for parts of business ids: %', sqlerrm;
end $$;
-- What is rare and looked for.
create index q_instance_unsuccessful on q_instance (key, created_at desc, instance_id) where is_failed or is_cancelled;
create index q_instance_unstarted on q_instance (key, created_at desc, instance_id) where started_at is null;

create index q_definition_version on q_definition (version, key);
create index q_definition_deployed_at on q_definition (deployed_at, key, version);
create index q_process_is_active on q_process (is_active, key);

drop index q_user_task_assignee;
create index q_user_task_assignee on q_user_task (assignee, created_at desc, task_id);
create index q_user_task_state on q_user_task
  ((case when claimed_by is null then 'Created' else 'Claimed' end), created_at desc, task_id);

-- How many rows q_instance has, by everything a total asks for but the text of the business id. Written by the triggers below and nobody else, in the
-- statement that changes q_instance. `slot`: writers that work side by side add to rows of their own; the count is the sum over the slots.
create table q_instance_count (
  key          text     not null,
  version      integer  not null,
  day          date     not null,
  is_started   boolean  not null,
  is_completed boolean  not null,
  is_cancelled boolean  not null,
  is_failed    boolean  not null,
  has_business_id boolean not null,
  slot         smallint not null,
  count        bigint   not null,
  primary key (key, day, version, is_started, is_completed, is_cancelled, is_failed, has_business_id, slot)
) with (fillfactor = 50);

create function q_instance_counted() returns trigger language plpgsql as $$
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
end $$;

create trigger q_instance_added after insert on q_instance
  referencing new table as added for each statement execute function q_instance_counted();
create trigger q_instance_changed after update on q_instance
  referencing new table as added old table as removed for each statement execute function q_instance_counted();
create trigger q_instance_removed after delete on q_instance
  referencing old table as removed for each statement execute function q_instance_counted();
create trigger q_instance_emptied after truncate on q_instance
  for each statement execute function q_instance_counted();

insert into q_instance_count
select key, version, (created_at at time zone 'UTC')::date, started_at is not null, is_completed, is_cancelled, is_failed,
       business_id is not null, 0, count(*)
from q_instance group by 1, 2, 3, 4, 5, 6, 7, 8;

-- The same for pending user tasks, by whether they are claimed.
create table q_user_task_count (
  is_claimed boolean  not null,
  slot       smallint not null,
  count      bigint   not null,
  primary key (is_claimed, slot)
) with (fillfactor = 50);

create function q_user_task_counted() returns trigger language plpgsql as $$
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
end $$;

create trigger q_user_task_added after insert on q_user_task
  referencing new table as added for each statement execute function q_user_task_counted();
create trigger q_user_task_changed after update on q_user_task
  referencing new table as added old table as removed for each statement execute function q_user_task_counted();
create trigger q_user_task_removed after delete on q_user_task
  referencing old table as removed for each statement execute function q_user_task_counted();
create trigger q_user_task_emptied after truncate on q_user_task
  for each statement execute function q_user_task_counted();

insert into q_user_task_count select claimed_by is not null, 0, count(*) from q_user_task group by 1;
