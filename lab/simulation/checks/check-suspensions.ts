import type { EngineEvent } from '../../../src/engine/events.ts';
import { apply } from '../../../src/engine/state/apply.ts';
import { isSuspended, isSuspendedOrResuming } from '../../../src/engine/state/suspension.ts';
import { initialState, isTerminal } from '../../../src/engine/state.ts';
import { STILL_EVENTS } from '../../../test/support/still-events.ts';
import { suspensionKey } from '../database/tables/suspension.ts';
import type { Tables } from '../database/tables.ts';
import { journalsOf, type Replayed } from './check-journals.ts';

/** A suspended instance does not advance, and its rows equal its event history. At the end all are resumed. @returns broken promises */
export function checkSuspensions(tables: Tables, replayed: ReadonlyMap<string, Replayed>): string[] {
  const journals = journalsOf(tables);
  const broken = [...replayed.keys()].flatMap((id) => moved(id, journals.get(id) ?? []));
  const rows = new Set(tables.suspension.committed.map(suspensionKey));
  for (const [id, { state }] of replayed) {
    const holders = isTerminal(state) ? [] : [...state.suspendedBy];
    for (const suspended_by of holders) {
      if (!rows.delete(suspensionKey({ instance_id: id, suspended_by })))
        broken.push(`${id} is held by ${suspended_by} without a row`);
    }
    if (holders.length > 0) broken.push(`${id} is left suspended by ${holders.join(' and ')}`);
    else if (isSuspendedOrResuming(state)) broken.push(`${id} never catches up`);
  }
  for (const row of rows) broken.push(`a suspension that no journal tells of: ${row}`);
  for (const { key } of tables.keySuspension.committed) broken.push(`${key} is left suspended`);
  const held = tables.customTask.committed.filter(({ is_held }) => is_held);
  for (const { task_id } of held) broken.push(`custom task ${task_id} is left held`);
  return [...broken, ...timersLeft(tables)];
}

function moved(id: string, rows: readonly { readonly seq: number; readonly at: Date; readonly events: string }[]): string[] {
  const state = initialState();
  const broken: string[] = [];
  for (const { seq, at, events: text } of rows) {
    const events = JSON.parse(text) as EngineEvent[];
    const stoodStill = isSuspended(state);
    for (const event of events) apply(state, event, at.getTime());
    // another version may have further events to wait for
    const mayArm = events.some(({ type }) => type === 'InstanceMigrated');
    const isStill = ({ type }: EngineEvent) => STILL_EVENTS.has(type) || (mayArm && type === 'SubscriptionOpened');
    const wrong = stoodStill && !isTerminal(state) ? events.find((event) => !isStill(event)) : undefined;
    if (wrong !== undefined) broken.push(`${id} moved while it was suspended: ${wrong.type} in row ${seq}`);
  }
  return broken;
}

/** Finds timers that no worker would fire. */
function timersLeft(tables: Tables): string[] {
  const farAway = (due: Date | null) => due !== null && due.getUTCFullYear() > 9999;
  return [
    ...tables.timer.committed
      .filter(({ due_at }) => farAway(due_at))
      .map(({ instance_id }) => `a timer of ${instance_id} waits for ever`),
    ...tables.startTrigger.committed
      .filter(({ due_at }) => farAway(due_at))
      .map(({ key }) => `a timer start of ${key} waits for ever`),
  ];
}
