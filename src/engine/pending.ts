import type { Cancellation } from './cancellations.ts';
import type { FailureCause } from './causes.ts';
import { getOrAdd } from './collections.ts';
import type { AfterWalk } from './events.ts';
import type { Failure } from './failures.ts';
import type {
  CompensationItemOrdinal,
  EntryOrdinal,
  Ordinal,
  ScopeOrdinal,
  SubscriptionOrdinal,
  VariableScopeOrdinal,
} from './ordinals.ts';

/**
 * Something that a command or a step has left to be settled. Two items of one kind about the same thing are one: it keeps its place, and what the later
 * one says replaces what the earlier one said.
 */
export type PendingItem =
  /** a failure or an error end event looks for its catcher */
  | { readonly kind: 'findCatcher'; readonly error: ThrownError }
  /** a loop that has no iteration, or one that has ended, goes on or ends */
  | ({ readonly kind: 'advanceLoop'; readonly loop: EntryOrdinal } & AfterIteration)
  /** the work of a message event is done: it throws what else it has to throw */
  | { readonly kind: 'throwAfterWork'; readonly entry: EntryOrdinal }
  /** a compensation item had to wait until a failure found its catcher: it begins */
  | { readonly kind: 'beginItem'; readonly item: CompensationItemOrdinal }
  /** the handler or the restored scope of a compensation item is gone; a `cancelled` item is not compensated if its walk ends first */
  | { readonly kind: 'advanceWalk'; readonly item: CompensationItemOrdinal; readonly outcome: 'compensated' | 'cancelled' }
  /** the walk of a transaction is over, or it needs none: its outcome takes its way */
  | { readonly kind: 'endTransaction'; readonly host: EntryOrdinal; readonly after: AfterWalk }
  /** an entry in an ad-hoc body has completed: the completion condition is looked at */
  | { readonly kind: 'checkAdHoc'; readonly host: EntryOrdinal }
  /** a condition has been armed: it is evaluated at once */
  | { readonly kind: 'checkNewCondition'; readonly subscription: SubscriptionOrdinal }
  /** a token has left a scope: the scope ends if that was the last one, and `exit` decides how */
  | { readonly kind: 'endScope'; readonly scope: ScopeOrdinal; readonly exit: TokenExit };

export type PendingKind = PendingItem['kind'];
export type PendingOf<K extends PendingKind> = Extract<PendingItem, { kind: K }>;

/** What iterations that have ended since the loop was last looked at ask of it. */
export interface AfterIteration {
  /** the completion condition or the behaviour could not be evaluated */
  readonly failure?: Failure;
  /** the completion condition is true */
  readonly isComplete?: true;
  /** event definitions that fire on the boundary of the loop */
  readonly events?: readonly string[];
  /** the iteration ended without completing */
  readonly cancelled?: Cancellation;
}

/** How a token left its scope. */
export type TokenExit = { readonly kind: 'normal' } | { readonly kind: 'cancelled'; readonly why: Cancellation };

/** A failure or error end event looking for its catcher (docs/contributing/spec/events-and-errors.md#error-search). */
export interface ThrownError {
  readonly kind: 'failure' | 'errorEnd';
  /** the entry that failed or threw; it is no longer active */
  readonly entry: EntryOrdinal;
  readonly element: string;
  /** the failed entry was an iteration: its loop fails with it */
  readonly isIteration: boolean;
  /** the compensation item that the failed entry was handling */
  readonly compensates: CompensationItemOrdinal | null;
  /** the race that the failed entry took part in */
  readonly race: EntryOrdinal | null;
  readonly scope: ScopeOrdinal;
  readonly variableScope: VariableScopeOrdinal;
  readonly code: string;
  readonly message: string;
  /** absent for error end events */
  readonly cause?: FailureCause;
}

/** What each kind of item is about. */
const SUBJECTS = {
  findCatcher: ({ error }) => error.entry,
  advanceLoop: ({ loop }) => loop,
  throwAfterWork: ({ entry }) => entry,
  beginItem: ({ item }) => item,
  advanceWalk: ({ item }) => item,
  endTransaction: ({ host }) => host,
  checkAdHoc: ({ host }) => host,
  checkNewCondition: ({ subscription }) => subscription,
  endScope: ({ scope }) => scope,
} satisfies { readonly [K in PendingKind]: (item: PendingOf<K>) => Ordinal };
type SubjectOf<K extends PendingKind> = ReturnType<(typeof SUBJECTS)[K]>;

/** What is left to be settled: a queue for each kind, oldest first. The order of the kinds is that of settle.ts. */
export class Pending {
  /** by kind, then by what the item is about */
  private readonly queues = new Map<PendingKind, Map<Ordinal, PendingItem>>();
  private count = 0;

  get isEmpty(): boolean {
    return this.count === 0;
  }

  has(kind: PendingKind): boolean {
    return (this.queues.get(kind)?.size ?? 0) > 0;
  }

  /** The item of this kind about something; undefined when there is none. */
  get<K extends PendingKind>(kind: K, about: SubjectOf<K>): PendingOf<K> | undefined {
    return this.queues.get(kind)?.get(about) as PendingOf<K> | undefined;
  }

  add(item: PendingItem): void {
    const queue = getOrAdd(this.queues, item.kind, () => new Map<Ordinal, PendingItem>());
    const about = (SUBJECTS[item.kind] as (item: PendingItem) => Ordinal)(item);
    const earlier = queue.get(about);
    if (earlier === undefined) this.count += 1;
    queue.set(about, earlier === undefined ? item : ({ ...earlier, ...item } as PendingItem));
  }

  /** Takes the oldest item of a kind; undefined when there is none. */
  takeFirst<K extends PendingKind>(kind: K): PendingOf<K> | undefined {
    const queue = this.queues.get(kind);
    if (queue === undefined) return undefined;
    for (const [about, item] of queue) {
      queue.delete(about);
      this.count -= 1;
      return item as PendingOf<K>;
    }
    return undefined;
  }

  /** Takes all items of a kind, oldest first. */
  takeAll<K extends PendingKind>(kind: K): PendingOf<K>[] {
    const queue = this.queues.get(kind);
    if (queue === undefined) return [];
    const items = [...queue.values()] as PendingOf<K>[];
    this.count -= items.length;
    queue.clear();
    return items;
  }

  /** Everything that is left, by kind, oldest first. */
  all(): PendingItem[] {
    return [...this.queues.values()].flatMap((queue) => [...queue.values()]);
  }

  /** Takes the item of this kind about something. @returns false when there is none */
  remove<K extends PendingKind>(kind: K, about: SubjectOf<K>): boolean {
    if (this.queues.get(kind)?.delete(about) !== true) return false;
    this.count -= 1;
    return true;
  }
}
