-- Key patterns of the processes that the author of a version may call, a JSON array, if a call names its process by an expression. Null: all of them.
alter table definition_version add column calls_within json;
