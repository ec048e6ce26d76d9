-- An index entry holds at most 2,704 bytes. Names, keys and people may be longer than that, so what is looked up by text is indexed by its
-- first 256 characters; a query asks for these and for the whole text.
drop index subscription_lookup;
create index subscription_lookup on subscription (kind, left(name, 256), left(key, 256), position);

-- The list of what waits is read as a whole.
drop index q_subscription_list;
create index q_subscription_list on q_subscription (kind);

drop index q_user_task_assignee;
create index q_user_task_assignee on q_user_task (left(assignee, 256), created_at desc, task_id);

-- The first 256 characters of each text, in no particular order.
create function beginnings(texts text[]) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(left(item, 256)), '{}') from unnest(texts) as item
$$;
drop index q_user_task_groups;
create index q_user_task_groups on q_user_task using gin (beginnings(candidate_groups));
