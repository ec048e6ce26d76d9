import type { AuditEntry, AuditTarget } from '../../messages/audit.ts';
import type { AuditNote } from '../../messages/causation.ts';
import { newId } from '../../platform/ids.ts';

/** Rejected or failed. */
export interface RefusedAct {
  readonly note: AuditNote;
  readonly actor: string | null;
  readonly target: AuditTarget | null;
  readonly commandId: string | null;
  /** 4xx: rejected; 500: internal error */
  readonly status: number;
  readonly code: string;
}

/** Limits on the entries of one replica. A window is one minute. */
export interface RefusalBounds {
  /** entries of one sender (client address and actor) per window; others are counted */
  readonly perSender: number;
  /** entries of all senders per window; others are counted */
  readonly perReplica: number;
  /** counters of single senders per window; other senders share one per action and status */
  readonly counters: number;
  /** entries while the database is unreachable; others are lost */
  readonly waiting: number;
}

const BOUNDS: RefusalBounds = { perSender: 20, perReplica: 600, counters: 200, waiting: 5000 };
const WINDOW_MS = 60_000;

/** `entry`: separate entry, which is lost if too many wait. */
export type Taken = 'entry' | 'counted';

interface Counted {
  readonly act: RefusedAct;
  count: number;
  /** last rejection; ms since epoch */
  at: number;
}

/** Many rejections give a few entries and one count per minute (docs/contributing/spec/audit.md#floods), so that table and memory stay limited. */
export class Refusals {
  readonly #bounds: RefusalBounds;
  readonly #now: () => number;
  #waiting: AuditEntry[] = [];
  #windowEnds = 0;
  #entries = 0;
  #bySender = new Map<string, number>();
  #counted = new Map<string, Counted>();
  /** rejections without room to wait */
  #lost = 0;

  constructor(now: () => number = Date.now, bounds: RefusalBounds = BOUNDS) {
    this.#now = now;
    this.#bounds = bounds;
  }

  add(act: RefusedAct): Taken {
    const at = this.#now();
    this.#turnWindow(at);
    const sender = `${act.note.address ?? ''}\n${act.actor ?? ''}`;
    const sent = this.#bySender.get(sender) ?? 0;
    if (this.#entries >= this.#bounds.perReplica || sent >= this.#bounds.perSender) return this.#count(act, sender, at);
    this.#entries += 1;
    this.#bySender.set(sender, sent + 1);
    this.#wait(entryOf(act, at, 1));
    return 'entry';
  }

  /** Removes and returns waiting entries, and the counts of ended windows. `isLast`: also of the current window. */
  take(isLast = false): readonly AuditEntry[] {
    this.#turnWindow(isLast ? Number.POSITIVE_INFINITY : this.#now());
    const taken = this.#waiting;
    this.#waiting = [];
    return taken;
  }

  /** Adds entries that could not be written. Those above the limit are lost. */
  requeue(entries: readonly AuditEntry[]): void {
    const room = Math.max(0, this.#bounds.waiting - this.#waiting.length);
    this.#waiting.unshift(...entries.slice(0, room));
    for (const { count } of entries.slice(room)) this.#lost += count;
  }

  /** Rejections lost since the last call. */
  takeLost(): number {
    const lost = this.#lost;
    this.#lost = 0;
    return lost;
  }

  /** Begins a new window if the current one has ended: its counts become waiting entries. */
  #turnWindow(now: number): void {
    if (now < this.#windowEnds) return;
    const counted = [...this.#counted.values()];
    this.#counted = new Map();
    this.#bySender = new Map();
    this.#entries = 0;
    this.#windowEnds = Math.min(now, this.#now()) + WINDOW_MS;
    for (const { act, count, at } of counted) this.#wait(entryOf(act, at, count));
  }

  /** Counts a rejection without entry by action, status, code and sender; above the limit of counters, by action and status. */
  #count(act: RefusedAct, sender: string, at: number): Taken {
    const { note, status, code } = act;
    const own = `${note.act}\n${status}\n${code}\n${sender}`;
    const isNamed = this.#counted.has(own) || this.#counted.size < this.#bounds.counters;
    // without members that differ; above the limit also without sender, to limit the counters
    const { traceId: _trace, ...ofSender } = note;
    const { address: _address, session: _session, ...anonymous } = ofSender;
    const shared = { ...act, target: null, commandId: null };
    const counted: RefusedAct = isNamed
      ? { ...shared, note: ofSender }
      : { ...shared, actor: null, note: { ...anonymous, by: 'anonymous' }, code: 'MANY' };
    const key = isNamed ? own : `${note.act}\n${status}`;
    const known = this.#counted.get(key);
    if (known === undefined) this.#counted.set(key, { act: counted, count: 1, at });
    else {
      known.count += 1;
      known.at = at;
    }
    return 'counted';
  }

  /** Adds an entry, or counts its rejections as lost if too many wait. */
  #wait(entry: AuditEntry): void {
    if (this.#waiting.length < this.#bounds.waiting) this.#waiting.push(entry);
    else this.#lost += entry.count;
  }
}

function entryOf({ note, actor, target, commandId, status, code }: RefusedAct, at: number, count: number): AuditEntry {
  return {
    entryId: newId(),
    at: new Date(at).toISOString(),
    note,
    actor,
    target,
    commandId,
    result: status >= 500 ? 'failed' : 'refused',
    status,
    code,
    count,
  };
}
