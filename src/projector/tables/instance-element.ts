import { columnText } from '../../db/column-text.ts';
import type { Transaction } from '../../db/connection.ts';
import type { EngineEvent } from '../../engine/events.ts';
import type { Live } from '../../engine/state/live.ts';

/** Row of q_instance_element. `failed`: the instance failed there and ended. `gone`: it has left the element. */
export interface ElementChange {
  readonly element: string;
  readonly becomes: 'active' | 'failed' | 'gone';
  /** see {@link activeSince}; null: not active */
  readonly activeSince: number | null;
}

/** Elements that a batch may have changed, with their state before: {@link activeSince}; `failed` if the instance had failed there. */
export type Noted = Map<string, number | null | 'failed'>;

/** Start of the oldest activity instance, moved by its time in incidents: the time until now is that of work and waiting. Null: none is active. */
export function activeSince({ counts, entries }: Pick<Live, 'counts' | 'entries'>, element: string): number | null {
  if (!counts.has(element)) return null;
  let oldest = Number.POSITIVE_INFINITY;
  for (const entry of entries.values())
    if (entry.element === element) oldest = Math.min(oldest, entry.since + (entry.failedMs ?? 0));
  return oldest;
}

/**
 * Call it before the event is applied.
 * @param noted changed in place
 * @param live before the event
 * @param failed element of the failure that had ended the instance before
 */
export function note(noted: Noted, event: EngineEvent, live: Live, failed: string | null): void {
  const { counts } = live;
  const touch = (element: string) => {
    if (!noted.has(element)) noted.set(element, activeSince(live, element));
  };
  switch (event.type) {
    case 'ElementActivated':
    case 'ElementCompleted':
    case 'ElementFailed':
    case 'ElementCancelled':
    case 'IncidentEnded':
      touch(event.element);
      return;
    case 'InstanceRestored':
      if (failed !== null) noted.set(failed, 'failed');
      for (const element of counts.keys()) touch(element);
      for (const { element } of event.state.entries) touch(element);
      return;
    case 'InstanceMigrated':
      for (const [from, to] of event.elements ?? []) for (const element of [from, to]) touch(element);
      return;
    case 'InstanceFailed':
      if (event.element !== null) touch(event.element);
      for (const element of counts.keys()) touch(element);
      return;
    case 'InstanceCompleted':
    case 'InstanceCancelled':
      for (const element of counts.keys()) touch(element);
      return;
    default:
      return;
  }
}

/**
 * An element that was active before and after, since the same time, is unchanged.
 * @param noted elements that the batch may have changed
 * @param live after the batch
 * @param failed element of the failure that ended the instance; null: no failure, or one without an element
 */
export function project(noted: Noted, live: Live, failed: string | null): readonly ElementChange[] {
  const changes: ElementChange[] = [];
  for (const [element, was] of noted) {
    const since = activeSince(live, element);
    if (element === failed) changes.push({ element, becomes: 'failed', activeSince: null });
    else if (since !== was) changes.push({ element, becomes: since === null ? 'gone' : 'active', activeSince: since });
  }
  return changes;
}

export interface ElementWrite extends ElementChange {
  readonly instanceId: string;
  /** start of the instance */
  readonly begunAt: Date;
}

const WRITE = {
  name: 'projector-write-instance-element-2',
  text: `
    insert into q_instance_element (instance_id, element, is_failed, begun_at, active_since)
    select * from unnest($1::uuid[], $2::text[], $3::bool[], $4::timestamptz[], $5::timestamptz[])
    on conflict (instance_id, element) do update set is_failed = excluded.is_failed, active_since = excluded.active_since`,
};
const DELETE = {
  name: 'projector-delete-instance-element',
  text: `
    delete from q_instance_element e using unnest($1::uuid[], $2::text[]) as t (instance_id, element)
    where e.instance_id = t.instance_id and e.element = t.element`,
};

export function write(transaction: Transaction, writes: readonly ElementWrite[]): void {
  const gone = writes.filter(({ becomes }) => becomes === 'gone');
  const there = writes.filter(({ becomes }) => becomes !== 'gone');
  if (gone.length > 0) transaction.enqueue(DELETE, [gone.map(({ instanceId }) => instanceId), gone.map(textOf)]);
  if (there.length === 0) return;
  transaction.enqueue(WRITE, [
    there.map(({ instanceId }) => instanceId),
    there.map(textOf),
    there.map(({ becomes }) => becomes === 'failed'),
    there.map(({ begunAt }) => begunAt),
    there.map(({ activeSince: since }) => (since === null ? null : new Date(since))),
  ]);
}

function textOf({ element }: ElementWrite): string {
  return columnText(element);
}
