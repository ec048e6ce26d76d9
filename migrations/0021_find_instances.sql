-- One list of the instances of all keys, and what it is filtered by.

-- Who called an instance, and where and of what it failed; null where that is not so, and until a rebuild for instances that were projected before.
-- Texts are cut: the keys of an index have a longest length.
alter table q_instance add column parent_id uuid;
alter table q_instance add column failed_element text collate "C";
alter table q_instance add column error_code text collate "C";
alter table q_instance add column error_message text;

create index q_instance_created_at on q_instance (created_at desc, instance_id);
create index q_instance_ended_at on q_instance (completed_at, instance_id);
-- What is rare among all keys and looked for.
create index q_instance_open on q_instance (created_at desc, instance_id) where not is_completed;
create index q_instance_failed on q_instance (created_at desc, instance_id) where is_failed;
create index q_instance_cancelled on q_instance (created_at desc, instance_id) where is_cancelled;
create index q_instance_business on q_instance (business_id, instance_id) where business_id is not null;
create index q_instance_parent on q_instance (parent_id, created_at desc, instance_id) where parent_id is not null;
create index q_instance_error_code on q_instance (error_code, created_at desc, instance_id) where error_code is not null;

-- Where instances stand, and where they failed: one row for each element with a live entry, or with the failure. `begun_at`:
-- when the instance did, so that a list of them in that order is read from the index. Written by the projector.
create table q_instance_element (
  instance_id uuid    not null,
  element     text    not null collate "C",
  is_failed   boolean not null,
  begun_at    timestamptz not null,
  primary key (instance_id, element)
);
create index q_instance_element_name on q_instance_element (element, begun_at desc, instance_id);

-- Variables of root scopes that instances are searched by, as Projection:IndexedVariables names them: one row per path that has a number, a text or a
-- boolean. Written by the projector.
create table q_instance_variable (
  instance_id   uuid not null,
  path          text not null collate "C",
  number_value  double precision,
  text_value    text collate "C",
  boolean_value boolean,
  begun_at      timestamptz not null,
  primary key (instance_id, path)
);
-- In the order of lists: what many instances match is read from here without a look at other tables, wherever the matches are.
create index q_instance_variable_begun on q_instance_variable (path, begun_at desc, instance_id) include (number_value, text_value, boolean_value);
create index q_instance_variable_number on q_instance_variable (path, number_value, instance_id) where number_value is not null;
create index q_instance_variable_text on q_instance_variable (path, text_value, instance_id) where text_value is not null;
create index q_instance_variable_boolean on q_instance_variable (path, boolean_value, instance_id) where boolean_value is not null;
