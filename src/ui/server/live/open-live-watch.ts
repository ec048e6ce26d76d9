import { readLiveGate, readLiveMarks, readLivingSessions } from '../../../queries/operator/live-marks.ts';
import type { ReadDatabase } from '../../../queries/read-database.ts';
import type { ListReads } from '../../../queries/replica/list-reads.ts';
import { LiveWatch } from './live-watch.ts';

/** The watch of a process over its database. Whoever is told of a change reads lists that show it, also where a replica answers them. */
export function openLiveWatch(db: ReadDatabase, lists: ListReads): LiveWatch {
  return new LiveWatch({
    gate: () => readLiveGate(db),
    async marks(ids) {
      const marks = await readLiveMarks(db, ids);
      await lists.untilShown();
      return marks;
    },
    livingSessions: (ids) => readLivingSessions(db, ids),
  });
}
