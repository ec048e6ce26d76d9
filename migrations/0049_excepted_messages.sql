-- Messages that a group of any message does not contain. Null: it contains all.
alter table ignored_failure add column except_messages text[];
