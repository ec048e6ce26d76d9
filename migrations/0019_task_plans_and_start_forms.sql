-- When a pending user task should be done, how urgent it is and of which kind, as its model says; null where it says nothing.
alter table q_user_task add column due_at timestamptz;
alter table q_user_task add column follow_up_at timestamptz;
alter table q_user_task add column priority integer;
alter table q_user_task add column category text;
-- The orders of the list by them, in which tasks without one come last.
create index q_user_task_due on q_user_task (due_at, task_id);
create index q_user_task_follow_up on q_user_task (follow_up_at, task_id);
-- a category may be longer than what a tree can hold
create index q_user_task_category on q_user_task using hash (category);
create index q_user_task_priority on q_user_task (priority desc nulls last, task_id);

-- The form of the start event of a version as its model describes it; null when it describes none.
alter table q_definition add column start_form json;
