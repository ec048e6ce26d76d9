import { openPool, type Pool } from '../../../src/db/pool.ts';
import type { EngineEvent, InstanceStarted } from '../../../src/engine/events.ts';
import { isTerminal } from '../../../src/engine/state.ts';
import { silentLog } from '../../../src/platform/log.ts';
import { rebuild } from '../../../src/projector/rebuild.ts';
import { checkJournals, type Replayed, replayAll } from '../../simulation/checks/check-journals.ts';
import { checkRest } from '../../simulation/checks/check-rest.ts';
import { checkStates, differencesOfReadSides, readSideOf } from '../../simulation/checks/check-states.ts';
import { checkThrown } from '../../simulation/checks/check-thrown.ts';
import { Tables } from '../../simulation/database/tables.ts';
import { PRODUCT } from '../../simulation/product.ts';
import type { ClientLog } from './client-log.ts';

/** Result of a check of everything. */
export interface Findings {
  readonly instances: number;
  readonly journalRows: number;
  /** empty when every word was kept */
  readonly broken: readonly string[];
}

const MARKER = /m-[0-9a-f]{8}-[0-9a-f-]{27}/g;

/** Checks answers to clients, event histories and tables: nothing is lost, doubled or forgotten. The service has stopped. */
export async function checkAll(databaseUrl: string, log: ClientLog): Promise<Findings> {
  const pool = openPool(databaseUrl, { max: 4, applicationName: 'sluice campaign check', isPipelined: true, answerTimeoutMs: 0 });
  try {
    const tables = await readTables(pool);
    const replayed = replayAll(tables);
    const broken = [
      ...log.wrongAnswers.map((answer) => `a client was answered ${answer}`),
      ...checkDeeds(tables, replayed, log),
      ...checkJournals(tables, replayed),
      ...checkRest({ tables, clock: Date.now() } as Parameters<typeof checkRest>[0], replayed),
      ...checkThrown(tables),
      ...(await checkStates(PRODUCT, pool, replayed)),
      ...(await checkRebuild(pool, tables)),
    ];
    return { instances: replayed.size, journalRows: tables.journal.committed.length, broken };
  } finally {
    await pool.end();
  }
}

async function readTables(pool: Pool): Promise<Tables> {
  const tables = new Tables();
  const contents = new Map<string, object[]>();
  for (const { name } of tables.all) contents.set(name, (await pool.query(`select * from ${name}`)).rows);
  tables.load(contents);
  return tables;
}

async function checkRebuild(pool: Pool, tables: Tables): Promise<string[]> {
  const live = readSideOf(tables);
  await rebuild(pool, silentLog);
  return differencesOfReadSides(live, readSideOf(await readTables(pool)));
}

/** Compares the answers to clients with the positions of their markers. */
function checkDeeds(tables: Tables, replayed: ReadonlyMap<string, Replayed>, log: ClientLog): string[] {
  const broken: string[] = [];
  const marks = marksIn(tables);
  const known = new Map(log.deeds.map(({ marker, what }) => [marker, what]));
  for (const [marker, { started, written }] of marks) {
    const what = known.get(marker);
    if (what === undefined) broken.push(`${marker} was not sent by any client`);
    if (started.length > 1) broken.push(`${marker} was started ${started.length} times: ${started.join(' ')}`);
    // Called instances hand the marker of a start on, and back.
    if (what === 'start') continue;
    for (const [instance, times] of written) if (times > 1) broken.push(`${marker} was written ${times} times to ${instance}`);
  }
  for (const { marker, what, instances } of log.deeds) {
    if (instances === undefined) continue;
    const { started, written } = marks.get(marker) ?? NOWHERE;
    const done = what === 'start' ? started : [...written.keys()];
    const [wanted, found] = [instances, done].map((ids) => [...ids].sort().join(' ')) as [string, string];
    if (wanted !== found) broken.push(`${what} ${marker} was acknowledged for [${wanted}] and is found in [${found}]`);
  }
  for (const id of log.cancelled) {
    const state = replayed.get(id)?.state;
    if (state === undefined || !isTerminal(state)) broken.push(`${id} was cancelled and runs`);
  }
  for (const text of log.deployed) {
    const ids: string[] = text.match(/[a-z-]+:\d+:[0-9TZ]+/g) ?? [];
    for (const id of ids)
      if (!tables.definition.committed.some(({ definition_id }) => definition_id === id))
        broken.push(`${id} was deployed and is lost`);
  }
  return broken;
}

interface Mark {
  /** instances that clients started with it */
  readonly started: string[];
  /** rows that hold it, by instance */
  readonly written: Map<string, number>;
}

const NOWHERE: Mark = { started: [], written: new Map() };

function marksIn(tables: Tables): Map<string, Mark> {
  const marks = new Map<string, Mark>();
  for (const { subject_id, seq, events } of tables.journal.committed) {
    const found = new Set<string>(events.match(MARKER) ?? []);
    for (const marker of found) {
      const mark: Mark = marks.get(marker) ?? { started: [], written: new Map() };
      marks.set(marker, mark);
      mark.written.set(subject_id, (mark.written.get(subject_id) ?? 0) + 1);
      if (seq === 1 && isStartedWith(JSON.parse(events), marker)) mark.started.push(subject_id);
    }
  }
  return marks;
}

/** By a client, and not by an instance that hands its variables on. */
function isStartedWith(events: readonly EngineEvent[], marker: string): boolean {
  const started = events.find((event): event is InstanceStarted => event.type === 'InstanceStarted');
  return started?.businessId === marker && started.caller === undefined;
}
