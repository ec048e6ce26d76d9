-- Messages with a time to live that wait for a receiver, and the ids of those that were delivered. Written by: worker.
-- command: the publication; null: it was delivered, and its message id is reserved until it expires.
create table buffered_message (
  id         uuid primary key,
  name       text not null,
  key        text not null,
  message_id text,
  command    json,
  expires_at timestamptz not null,
  position   bigint generated always as identity
);
create index buffered_message_address on buffered_message (left(name, 256), left(key, 256), position);
create index buffered_message_expires on buffered_message (expires_at);
