import { readLiveGate, readLiveMarks, readLivingSessions } from '../../../queries/operator/live-marks.ts';
import type { ReadDatabase } from '../../../queries/read-database.ts';
import type { ListReads } from '../../../queries/replica/list-reads.ts';
import { LiveWatch } from './live-watch.ts';

/** Watches the database of a process. Reports a change when lists show it, also those of a replica. */
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
