-- How many messages, signals and calls follow from one beginning, with nothing from outside between them. Only chains longer than most are counted.
create table causation (
  root_id    uuid        primary key,
  size       int         not null,
  counted_at timestamptz not null
);
create index causation_age on causation (counted_at);
