-- What instances send is carried out in the order sent, and what fails again and again is counted where a crash cannot forget it.

-- Rows of one sender are carried out by position. `sender_id`: the instance at the top of the calls that the throwing instance belongs to.
alter table outbox add column sender_id uuid;
create index outbox_sender on outbox (sender_id, position) where sender_id is not null;
-- What the sweep looks for by age; a sender may wait with hundreds of thousands of rows.
create index outbox_single on outbox (created_at) where target_id is null and sender_id is null;

-- A timer that is late is leased before it is fired: a worker that dies of it leaves the count behind, and the others fire meanwhile.
alter table timer add column attempts smallint not null default 0;
alter table timer add column leased_until timestamptz;
create index timer_hard on timer (leased_until) where attempts > 0;
alter table start_trigger add column attempts smallint not null default 0;
alter table start_trigger add column leased_until timestamptz;

-- Locks the addresses at which a transaction opens subscriptions (src/store/address-locks.ts), until it ends. Whoever delivers to one of them holds
-- it: then this fails at once, because waiting behind row locks would be waiting in a circle.
create function claim_addresses(ids bigint[], exclusive boolean[]) returns void language plpgsql as $$
begin
  for i in 1 .. cardinality(ids) loop
    if not (case when exclusive[i] then pg_try_advisory_xact_lock(ids[i]) else pg_try_advisory_xact_lock_shared(ids[i]) end) then
      raise exception 'somebody delivers to an address at which this transaction begins to wait' using errcode = 'SL001';
    end if;
  end loop;
end $$;
