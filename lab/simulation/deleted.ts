import type { InstanceTableRow } from './database/tables/instance.ts';
import type { JournalTableRow } from './database/tables/journal.ts';
import type { Tables } from './database/tables.ts';

/** Data that the tables of a run have lost at its end. Each commit records it. */
export class Deleted {
  /** rows of journals that are gone */
  readonly journal: JournalTableRow[] = [];
  /** instances that are gone, as they were last */
  readonly instances = new Map<string, InstanceTableRow>();
  /** instances that have been in the event feed */
  readonly fed = new Set<string>();
  /** forbidden events that happened */
  readonly broken: string[] = [];
  #feedEnd = 0;

  constructor(tables: Tables) {
    const { journal, instance, feed, batch, batchItem } = tables;
    journal.changed = (before, after) => {
      if (before !== undefined && after === undefined) this.journal.push(before);
    };
    instance.changed = (before, after) => {
      if (before !== undefined && after === undefined) this.instances.set(before.id, before);
      if (after !== undefined && this.instances.has(after.id)) this.broken.push(`${after.id} came back after it was deleted`);
    };
    feed.changed = (before, after) => {
      if (after === undefined || before !== undefined) return;
      this.fed.add(after.instance_id);
      if (after.position <= this.#feedEnd)
        this.broken.push(`position ${after.position} of the feed was committed after its readers had passed it`);
      this.#feedEnd = Math.max(this.#feedEnd, after.position);
    };
    batchItem.changed = (before, after) => {
      if (before === undefined || before.state === 'Pending' || before.state === after?.state) return;
      this.broken.push(`item ${before.position} of batch ${before.batch_id} was ${before.state} and became ${after?.state}`);
    };
    batch.changed = (before, after) => {
      if (before?.ended_at !== null || after?.ended_at === null) return;
      const left = batchItem.committed.filter(({ batch_id, state }) => batch_id === before.id && state === 'Pending');
      if (left.length > 0) this.broken.push(`batch ${before.id} ended with ${left.length} pending items`);
    };
  }

  /** All rows of journals that were ever committed. */
  everWritten(tables: Tables): readonly JournalTableRow[] {
    return [...tables.journal.committed, ...this.journal];
  }
}
