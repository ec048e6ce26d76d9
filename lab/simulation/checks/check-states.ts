import type { Pool } from '../../../src/db/pool.ts';
import type { EngineEvent } from '../../../src/engine/events.ts';
import { applyToLive, liveStateOf, openLive } from '../../../src/engine/state/live.ts';
import { writeSnapshot } from '../../../src/engine/state/snapshot.ts';
import { silentLog } from '../../../src/platform/log.ts';
import { stateOf } from '../../../src/store/instance-state.ts';
import { readInstance } from '../../../src/store/instances.ts';
import { totalsOf } from '../database/tables/query-count.ts';
import type { QueryInstanceRow } from '../database/tables/query-instance.ts';
import type { Tables } from '../database/tables.ts';
import type { Product } from '../product.ts';
import { SEARCHED } from '../searched.ts';
import { journalsOf, type Replayed } from './check-journals.ts';

/** Each instance, loaded as a worker would, against the events of its journal, applied. @returns broken promises */
export async function checkStates(product: Product, pool: Pool, replayed: ReadonlyMap<string, Replayed>): Promise<string[]> {
  const connection = product.poolConnection(pool);
  const broken: string[] = [];
  for (const [id, { state }] of replayed) {
    const stored = await readInstance(connection, id);
    const loaded = stored && writeSnapshot(await stateOf(connection, stored));
    if (loaded !== writeSnapshot(state)) broken.push(`the state of ${id} differs from its journal`);
  }
  return broken;
}

/** The read side against a rebuild from the journals. @returns broken promises */
export async function checkReadSide(product: Product, pool: Pool, tables: Tables): Promise<string[]> {
  const live = readSideOf(tables);
  await product.rebuild(pool, silentLog, SEARCHED);
  return differencesOfReadSides(live, readSideOf(tables));
}

/** Texts of the rows of each query table. */
export type ReadSideTexts = ReadonlyMap<string, readonly string[]>;

/** Current content of the tables for readers. */
export function readSideOf(tables: Tables): ReadSideTexts {
  const isQueryTable = ({ name }: { name: string }) => name.startsWith('q_');
  const texts = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).sort();
  const readable = new Map(tables.all.filter(isQueryTable).map(({ name, committed }) => [name, texts(committed)]));
  for (const { name, committed } of [tables.qInstanceCount, tables.qUserTaskCount])
    readable.set(name, texts(totalsOf(committed)));
  return readable.set(tables.qInstance.name, texts(asRead(tables)));
}

/** @returns broken promises */
export function differencesOfReadSides(live: ReadSideTexts, rebuilt: ReadSideTexts): string[] {
  const broken: string[] = [];
  for (const [table, rows] of live) {
    const wanted = new Set(rebuilt.get(table));
    for (const row of rows) if (!wanted.delete(row)) broken.push(`${table} has a row that a rebuild does not make: ${row}`);
    for (const row of wanted) broken.push(`${table} lacks a row that a rebuild makes: ${row}`);
  }
  return broken;
}

/** Instances as they are read: the snapshot of a large one, with the later rows of its event history. The time of the snapshot makes no difference. */
function asRead(tables: Tables): readonly object[] {
  const journals = journalsOf(tables);
  return tables.qInstance.committed.map(({ live, live_seq, live_size, journal_size, ...row }: QueryInstanceRow) => {
    const read = openLive(JSON.parse(live));
    for (const { seq, at, events } of journals.get(row.instance_id) ?? []) {
      if (seq <= (live_seq ?? row.last_seq) || seq > row.last_seq) continue;
      for (const event of JSON.parse(events) as EngineEvent[]) applyToLive(read, event, at.getTime());
    }
    return { ...row, live: liveStateOf(read) };
  });
}
