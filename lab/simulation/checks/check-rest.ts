import { isTerminal } from '../../../src/engine/state.ts';
import type { SimServer } from '../database/server.ts';
import { deliverable } from './check-buffered.ts';
import type { Replayed } from './check-journals.ts';

/** Whether nothing is left to be done by the service itself. */
export function hasWork({ tables, clock }: Pick<SimServer, 'tables' | 'clock'>): boolean {
  return (
    tables.outbox.committed.length > 0 ||
    tables.todo.committed.length > 0 ||
    deliverable(tables).length > 0 ||
    tables.batch.committed.some(({ ended_at }) => ended_at === null) ||
    isResuming(tables) ||
    [...tables.timer.committed, ...tables.startTrigger.committed].some(({ due_at }) => isDue(due_at, clock + SOON_MS))
  );
}

/** A worker looks once a second for instances of resumed process keys. */
function isResuming({ suspension, keySuspension }: SimServer['tables']): boolean {
  const keys = new Set(keySuspension.committed.map(({ key }) => key));
  return suspension.committed.some(({ process_key }) => process_key !== null && !keys.has(process_key));
}

/** Timers of the models are due within this time; the run waits for them. */
const SOON_MS = 3000;

const isDue = (at: Date | null, byMs: number) => at !== null && at.getTime() <= byMs;

/** Finds leftovers in an idle system, and waits that can never end. @returns broken promises */
export function checkRest(server: SimServer, replayed: ReadonlyMap<string, Replayed>): string[] {
  const { tables, clock } = server;
  const broken = [
    ...tables.outbox.committed.map(({ command_id, command }) => `still in the outbox: ${command_id} ${command}`),
    ...tables.todo.committed.map(({ subject_id }) => `not projected: ${subject_id}`),
    ...tables.deadLetter.committed.map(({ command, error }) => `parked: ${command} because of ${error}`),
    ...tables.timer.committed
      .filter(({ due_at }) => isDue(due_at, clock))
      .map(({ instance_id, subscription }) => `not fired: timer ${instance_id}:${subscription}`),
    ...tables.startTrigger.committed
      .filter(({ due_at }) => isDue(due_at, clock))
      .map(({ key }) => `not fired: timer start of ${key}`),
  ];
  for (const [id, one] of replayed) broken.push(...stuck(id, one, replayed));
  return broken;
}

/** Every instance that runs waits for something that can come. */
function stuck(
  id: string,
  { state, subscriptions, timers, openTasks, jobs }: Replayed,
  replayed: ReadonlyMap<string, Replayed>,
): string[] {
  if (isTerminal(state)) {
    const left = subscriptions.length + timers.length + openTasks.length + jobs.length;
    return left === 0 ? [] : [`${id} has ended and still waits`];
  }
  const children = [...state.entries.values()].flatMap(({ childInstanceId }) => childInstanceId ?? []);
  const ended = children.filter((child) => replayed.get(child) === undefined || isTerminal(replayed.get(child)!.state));
  if (ended.length > 0) return ended.map((child) => `${id} waits for ${child}, which has ended`);
  const waits = subscriptions.length + timers.length + openTasks.length + jobs.length + children.length;
  return waits === 0 ? [`${id} waits for nothing`] : [];
}
