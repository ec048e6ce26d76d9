-- What people call a version and its user tasks: the name of the process, and those of its user tasks by their ids. Null: it has none, or was deployed to
-- a release that did not keep them.
alter table q_definition add column name text;
alter table q_definition add column task_names json;

-- What people write to each other about a user task; rows are added and never changed. They go with the instance. Written by: worker.
create table task_comment (
  instance_id uuid not null,
  task_id     uuid not null,
  comment_id  uuid not null,
  author      text not null,
  text        text not null,
  created_at  timestamptz not null,
  primary key (instance_id, task_id, comment_id)
);
-- the comments of one task in their order
create index task_comment_order on task_comment (task_id, created_at, comment_id);
