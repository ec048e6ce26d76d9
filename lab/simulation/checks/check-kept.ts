import { writeSnapshot } from '../../../src/engine/state/snapshot.ts';
import type { StateCache } from '../../../src/worker/loading/state-cache.ts';
import type { Tables } from '../database/tables.ts';
import { journalsOf, toldUpTo } from './check-journals.ts';

/** Compares the states in the caches of workers with their event histories. Empties the caches. @returns broken promises */
export async function checkKept(caches: readonly StateCache[], tables: Tables): Promise<string[]> {
  const broken: string[] = [];
  for (const [id, rows] of journalsOf(tables)) {
    for (const states of caches) {
      const kept = await states.take(id, Promise.resolve());
      if (kept === undefined) continue;
      if (kept.seq > rows.length) broken.push(`a worker keeps ${id} at row ${kept.seq}, which is not committed`);
      else if (writeSnapshot(kept.state) !== writeSnapshot(toldUpTo(id, rows, kept.seq).state))
        broken.push(`a worker keeps ${id} at row ${kept.seq} as its journal does not tell it`);
    }
  }
  return broken;
}
