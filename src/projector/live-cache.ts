import { LRUCache } from 'lru-cache';
import type { Live } from '../engine/state/live.ts';
import { MAX_KEPT_STATES, SMALL_STATE } from '../engine/state/state-storage.ts';
import type { SubjectFold } from './subject-fold.ts';

/** Live state of an instance after a row of its event history. */
export interface KeptLive {
  readonly live: Live;
  readonly seq: number;
}

/** Cache of live states of large instances after this projector's last commit, so that a small step need not read them again. */
export class LiveCache {
  private readonly kept = new LRUCache<string, KeptLive>({ maxSize: MAX_KEPT_STATES });

  /** Removes and returns a state, because its user changes it in place. */
  take(id: string): KeptLive | undefined {
    const kept = this.kept.get(id);
    this.kept.delete(id);
    return kept;
  }

  /** Caches the large live states of a committed batch. */
  keep(folds: Iterable<SubjectFold>): void {
    for (const fold of folds) {
      if (fold.kind !== 'i' || fold.row?.isCompleted !== false) continue;
      const { subjectId, live, lastSeq: seq, stored } = fold;
      const size = Math.min(stored.stateSize + stored.journalSize, MAX_KEPT_STATES);
      if (stored.stateSize > SMALL_STATE) this.kept.set(subjectId, { live, seq }, { size });
    }
  }
}
