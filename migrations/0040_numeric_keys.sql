-- Numeric keys of ids for APIs that need numbers, given when such an API first shows the id. They begin as those of Camunda 8 do, and are exact in JavaScript for a long time.
create table numeric_key (
  key         bigint generated always as identity (start with 2251799813685249) primary key,
  id          text not null unique,
  instance_id uuid
);
create index numeric_key_of_instance on numeric_key (instance_id) where instance_id is not null;
