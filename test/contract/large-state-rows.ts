import { type IncomingMessage, get as startGet } from 'node:http';
import { openKysely } from '../../src/db/kysely.ts';
import type { Pool } from '../../src/db/pool.ts';
import type { EndedActivityInstance } from '../../src/engine/model/read-model.ts';
import { idOf, insertInstance, insertKnownInstance } from '../int/queries/rows.ts';

const ENDED_PER_STEP = 100;
const CONDITIONS_PER_STEP = 10;

export const LARGE = idOf(1);
export const SMALL = idOf(2);
export const pathOf = (id: string, query = '') => `/Instances/${id}/state${query}`;

/** How large the large instance is. */
export interface Size {
  /** steps; each ends a hundred entries and evaluates ten conditions */
  readonly steps: number;
  /** entries that one more step ends */
  readonly longStep: number;
  /** active entries */
  readonly living: number;
  /** characters in the message of each failed entry, which is one of fifty */
  readonly messageLength: number;
}

export type LargeInstance = ReturnType<typeof largeInstance>;

/** An instance with very many entries, as the projector stores it. */
export function largeInstance({ steps, longStep, living, messageLength }: Size) {
  const endedEntry = (number: number) => endedEntryOf(number, messageLength);
  const entries = range(1_000_000, living).map((entry) => ({
    ...{ entry, element: 'each', activityType: 'UserTask', variableScope: entry + living, since: 1_700_000_000_000 },
  }));
  const variableScopes = entries.map(({ variableScope }) => ({
    ...{ variableScope, kind: 'loop', parent: 1, values: { item: { text: 'x'.repeat(60), n: 0.1 } }, locals: [] },
  }));
  return {
    steps,
    longStep,
    live: { entries, variableScopes },
    ended: range(0, steps * ENDED_PER_STEP + longStep).map(endedEntry),
    conditions: range(0, steps * CONDITIONS_PER_STEP).map(conditionOf),
    /** of a step that is not projected yet */
    notYet: { ended: endedEntry(9_999_999), condition: conditionOf(9_999_999) },
  };
}

function endedEntryOf(number: number, messageLength: number): EndedActivityInstance {
  const entry = { entry: number, element: `task "${number % 7}"`, activityType: 'ScriptTask', variableScope: 1 };
  const error = { code: '500', message: `late — ${number}`.padEnd(messageLength, '.') };
  return {
    ...entry,
    since: 1_700_000_000_000 + number,
    endedAt: 1_700_000_000_100 + number,
    ...(number % 50 === 0 && { error }),
  };
}

function conditionOf(number: number) {
  return { flow: `f${number}`, condition: 'amount > 10', source: 'gate', target: 'review', result: number % 2 === 0 };
}

function range(from: number, length: number): number[] {
  return Array.from({ length }, (_, index) => from + index);
}

/** Inserts the large instance, and a small one. */
export async function insertLargeAndSmall(pool: Pool, large: LargeInstance): Promise<void> {
  const db = openKysely(pool);
  const { steps, longStep, live, ended, conditions, notYet } = large;
  const middle = steps / 2;
  await insertKnownInstance(db, LARGE, steps + 2);
  await insertInstance(db, { instanceId: LARGE, lastSeq: steps + 2, live });
  const step = (seq: number, completed: readonly unknown[], evaluated: readonly unknown[]) =>
    db
      .insertInto('q_instance_step')
      .values({ instance_id: LARGE, seq, completed: JSON.stringify(completed), conditions: JSON.stringify(evaluated) })
      .execute();
  for (const n of range(0, steps)) {
    const from = n * ENDED_PER_STEP + (n < middle ? 0 : longStep);
    const evaluated = conditions.slice(n * CONDITIONS_PER_STEP, (n + 1) * CONDITIONS_PER_STEP);
    await step(n < middle ? n + 1 : n + 2, ended.slice(from, from + ENDED_PER_STEP), evaluated);
  }
  await step(middle + 1, ended.slice(middle * ENDED_PER_STEP, middle * ENDED_PER_STEP + longStep), []);
  await step(steps + 3, [notYet.ended], [notYet.condition]);
  await insertKnownInstance(db, SMALL, 1);
  await insertInstance(db, { instanceId: SMALL });
}

/** The answer to a GET, not read yet. */
export function open(url: string, path: string, headers: Readonly<Record<string, string>> = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => startGet(`${url}${path}`, { agent: false, headers }, resolve).once('error', reject));
}

/** Reads an answer and drops it. */
export async function sizeOf(response: IncomingMessage): Promise<number> {
  let size = 0;
  for await (const chunk of response) size += (chunk as Buffer).length;
  return size;
}
