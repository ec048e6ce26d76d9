-- What a retry needs: where a command stood before it was parked, the digest of its client's request, how often it was parked and since when.
-- It is being retried as long as it was retried after it was parked last; a worker of an older release, which parks it again, does not know that.
alter table dead_letter
  add column attempts integer not null default 1,
  add column first_at timestamptz,
  add column retried_at timestamptz,
  add column retried_by text,
  add column fingerprint text,
  add column sender_id uuid,
  add column position bigint;
create index dead_letter_at on dead_letter (at);

-- Dead letters that are none any more, for 30 days: carried out, refused by the rules, or dropped by somebody.
create table dead_letter_end (
  command_id uuid primary key,
  command json not null,
  error text not null,
  attempts integer not null,
  first_at timestamptz not null,
  at timestamptz not null,
  outcome text not null check (outcome in ('CarriedOut', 'Refused', 'Dropped')),
  ended_at timestamptz not null,
  ended_by text,
  reason text
);
create index dead_letter_end_age on dead_letter_end (ended_at);

-- The GUID that a text is; null for any other text.
create function guid_or_null(given text) returns uuid language sql immutable parallel safe as $$
  select case when given ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then given::uuid end
$$;

-- All dead letters, with those that have ended, what each belongs to, and what a retry of it would meet (obstacle; null: nothing).
create function dead_letters() returns table (
  letter_id uuid, kind text, status text, instance_id uuid, process_key text, attempts integer, first_at timestamptz, last_at timestamptz,
  retried_at timestamptz, retried_by text, ended_at timestamptz, ended_by text, reason text, obstacle text, error text, command json,
  sender_id uuid, "position" bigint
) language sql stable as $$
  select letter.command_id, letter.kind, letter.status, found.instance_id, coalesce(letter.command ->> 'key', shown.key), letter.attempts,
    letter.first_at, letter.at, letter.retried_at, letter.retried_by, letter.ended_at, letter.ended_by, letter.reason,
    case
      when letter.ended_at is not null then 'ended'
      when letter.kind = 'StartChild' then 'caller-notified'
      when letter.kind in ('LockCustomTasks', 'ExtendCustomTaskLock') then 'nobody-waits'
      when letter.kind = 'FireTimer' and letter.command ->> 'instanceId' is not null then (
        select 'timer-gone' where not exists (
          select from timer where timer.instance_id = found.instance_id and timer.subscription = (letter.command ->> 'subscription')::int))
      when letter.kind = 'FireTimer' then (
        select 'timer-gone' where not exists (
          select from start_trigger as start where start.key = letter.command ->> 'key' and start.element = letter.command ->> 'element'
            and start.definition = (letter.command ->> 'definition')::int and start.attempts > 0))
      when letter.kind in ('ApplyMail', 'CompleteActivity', 'CancelInstance', 'CompleteCustomTask', 'FailCustomTask')
        or letter.command ->> 'taskId' is not null then case
          when target.id is null then 'instance-gone'
          when target.is_terminal then 'instance-ended' end
    end,
    letter.error, letter.command, letter.sender_id, letter.position
  from (
    select parked.command_id, parked.command ->> 'kind' as kind, parked.command, parked.error, parked.attempts,
      coalesce(parked.first_at, parked.at) as first_at, parked.at, parked.retried_at, parked.retried_by, parked.sender_id, parked.position,
      case when parked.retried_at >= parked.at then 'Retrying' else 'Parked' end as status,
      null::timestamptz as ended_at, null::text as ended_by, null::text as reason
    from dead_letter as parked
    union all
    select past.command_id, past.command ->> 'kind', past.command, past.error, past.attempts, past.first_at, past.at, null, null, null, null,
      past.outcome, past.ended_at, past.ended_by, past.reason
    from dead_letter_end as past
  ) as letter
  left join user_task as task on task.task_id = guid_or_null(letter.command ->> 'taskId')
  cross join lateral (
    select coalesce(guid_or_null(letter.command ->> 'instanceId'), guid_or_null(letter.command ->> 'parentId'), task.instance_id) as instance_id
  ) as found
  left join instance as target on target.id = found.instance_id
  left join q_instance as shown on shown.instance_id = found.instance_id
$$;
