-- Scripts that were deployed beside a model, and are read with it. Written by the worker; rows are never changed.
create table deployment_resource (
  -- of the versions that were deployed with it
  file_id   uuid not null,
  name      text not null,
  text_hash text not null references model_text (hash),
  primary key (file_id, name)
);
