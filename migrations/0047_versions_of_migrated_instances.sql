-- Versions of an instance before the current one, oldest first: [{"version": 1, "until": <ms since epoch>}]. Null: it has not changed its version, or it was
-- projected before this column and not rebuilt since.
alter table q_instance add column earlier_versions json;
create index q_instance_migrated on q_instance (key, created_at desc, instance_id) where earlier_versions is not null;
