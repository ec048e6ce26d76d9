-- What failed lately, newest first; the key is read from the index. On a large table run this beforehand, with `concurrently`.
create index if not exists q_instance_failed_at on q_instance (completed_at desc, key) where is_failed;

-- What failed with the same message. A message may be longer than what a tree can hold.
create index if not exists q_instance_error_message on q_instance using hash (error_message) where error_message is not null;
create index if not exists incident_message on incident using hash (message);
