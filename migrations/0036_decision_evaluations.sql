-- What calls of evaluate have decided, while Retention:Evaluations is set (ADR 0112). Written by the worker with the reply; rows are never changed, and go when
-- their time is over. outcome: made or failed; failure: why it has failed. variables, decided: as the call gave them and as the journal of a task would keep
-- them; variables null: they are too long to be kept.
create table decision_evaluation (
  evaluation_id uuid             not null primary key,
  key           text collate "C" not null,
  version       integer          not null,
  evaluated_at  timestamptz      not null,
  outcome       text collate "C" not null,
  actor         text,
  failure       text,
  variables     json,
  decided       json             not null
);
-- those of one decision, newest first
create index decision_evaluation_key on decision_evaluation (key, evaluated_at, evaluation_id);
-- those whose time is over
create index decision_evaluation_at on decision_evaluation (evaluated_at);
