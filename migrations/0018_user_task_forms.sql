-- The form of a pending user task as its model describes it; null when it describes none.
alter table q_user_task add column form json;
