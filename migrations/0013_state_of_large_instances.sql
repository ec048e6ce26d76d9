-- The state of a large instance is stored from time to time: in between the rows of its journal say what has changed since.

-- `state` tells up to this row of the journal; null: up to the last one.
alter table instance add column state_seq integer;
-- How long `state` is, and the rows of the journal that follow it. Unit: characters of JSON. 0: written before these columns were there.
alter table instance add column state_size integer not null default 0;
alter table instance add column journal_size bigint not null default 0;

-- The same for what is live of an instance on the query side.
alter table q_instance add column live_seq integer;
alter table q_instance add column live_size integer not null default 0;
alter table q_instance add column journal_size bigint not null default 0;

-- The element whose timer it is, for lists. Null: opened by the release before; the state of its instance names it.
alter table timer add column element text;
