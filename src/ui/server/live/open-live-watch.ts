import { readLiveGate, readLiveMarks, readLivingSessions } from '../../../queries/operator/live-marks.ts';
import type { ReadDatabase } from '../../../queries/read-database.ts';
import { LiveWatch } from './live-watch.ts';

/** The watch of a process over its database. */
export function openLiveWatch(db: ReadDatabase): LiveWatch {
  return new LiveWatch({
    gate: () => readLiveGate(db),
    marks: (ids) => readLiveMarks(db, ids),
    livingSessions: (ids) => readLivingSessions(db, ids),
  });
}
