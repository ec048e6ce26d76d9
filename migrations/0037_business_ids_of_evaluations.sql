-- Whom or what a call of evaluate was about, where it said so: an erasure finds it by that (ADR 0118). Null: it did not say.
alter table decision_evaluation add column business_id text collate "C";
-- those of one business id
create index decision_evaluation_business_id on decision_evaluation (business_id) where business_id is not null;
