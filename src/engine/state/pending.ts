import type { FailureCause } from '../causes.ts';
import { getOrAdd } from '../collections.ts';
import type { AfterCompensation } from '../events/records.ts';
import type { Failure } from '../failures.ts';
import type {
  ActivityInstanceOrdinal,
  CompensationItemOrdinal,
  Ordinal,
  ScopeOrdinal,
  SubscriptionOrdinal,
  VariableScopeOrdinal,
} from '../ordinals.ts';
import type { Cancellation } from '../running/cancellations.ts';
import type { Json } from '../values.ts';

/** Work that settles after the current step. `RunPaused` stores the items of a paused run: do not rename kinds and members. */
export type PendingItem =
  /** search the event that catches a failure or error end event */
  | { readonly kind: 'findCatcher'; readonly error: ThrownError }
  /** continue or end a loop; it has no running iteration */
  | ({ readonly kind: 'advanceLoop'; readonly loop: ActivityInstanceOrdinal } & AfterIteration)
  /** the job of a message event has completed: throw its other event definitions */
  | { readonly kind: 'throwAfterWork'; readonly entry: ActivityInstanceOrdinal }
  /** start a compensation item; it was delayed until the error search ended */
  | { readonly kind: 'beginItem'; readonly item: CompensationItemOrdinal }
  /**
   * the handler or restored scope of a compensation item ended: continue the compensation run. `cancelled`: if the compensation run is aborted before it
   * continues, the item stays in the compensation log
   */
  | { readonly kind: 'advanceWalk'; readonly item: CompensationItemOrdinal; readonly outcome: 'compensated' | 'cancelled' }
  /** apply the outcome of a transaction: its compensation has ended, or it has nothing to compensate */
  | { readonly kind: 'endTransaction'; readonly host: ActivityInstanceOrdinal; readonly after: AfterCompensation }
  /** check the completion condition of an ad-hoc sub-process: an activity in it completed */
  | { readonly kind: 'checkAdHoc'; readonly host: ActivityInstanceOrdinal }
  /** evaluate the condition of a new subscription */
  | { readonly kind: 'checkNewCondition'; readonly subscription: SubscriptionOrdinal }
  /** a token left a scope: if it was the last token, end the scope. `exit`: how the token left */
  | { readonly kind: 'endScope'; readonly scope: ScopeOrdinal; readonly exit: TokenExit };

export type PendingKind = PendingItem['kind'];
export type PendingOf<K extends PendingKind> = Extract<PendingItem, { kind: K }>;

/** Result of the iterations that have ended since the loop last continued. */
export interface AfterIteration {
  /** the completion condition or the behavior could not be evaluated */
  readonly failure?: Failure;
  /** the completion condition is true */
  readonly isComplete?: true;
  /** ids of event definitions that the loop throws: boundary events of the loop that reference one of them fire */
  readonly events?: readonly string[];
  /** an iteration was cancelled, for this reason */
  readonly cancelled?: Cancellation;
}

/** How a token left a scope. */
export type TokenExit = { readonly kind: 'normal' } | { readonly kind: 'cancelled'; readonly why: Cancellation };

/** A failure or error end event that needs its catcher (docs/contributing/spec/events-and-errors.md#error-search). */
export interface ThrownError {
  readonly kind: 'failure' | 'errorEnd';
  /** the activity instance that failed or threw; it has already ended */
  readonly entry: ActivityInstanceOrdinal;
  readonly element: string;
  /** true for an iteration: its loop fails too */
  readonly isIteration: boolean;
  /** compensation item that the activity instance handled; null: it is not a compensation handler */
  readonly compensates: CompensationItemOrdinal | null;
  /** event-based gateway that the activity instance follows; null: none */
  readonly race: ActivityInstanceOrdinal | null;
  readonly scope: ScopeOrdinal;
  readonly variableScope: VariableScopeOrdinal;
  readonly code: string;
  readonly message: string;
  /** absent for error end events */
  readonly cause?: FailureCause;
  /** the end listeners must not run for this failure: they have already run, or the activity is a loop, whose iterations run them */
  readonly isHeard?: true;
  /** data of an error end event of jBPM; absent: none */
  readonly data?: Json;
}

/** Returns the ordinal of the object that an item is about. */
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

/** Queues of pending items by kind, oldest first. settle.ts has the order of the kinds. */
export class Pending {
  /** by kind, then by subject */
  private readonly queues = new Map<PendingKind, Map<Ordinal, PendingItem>>();
  private count = 0;

  /** True if no kind has an item. */
  get isEmpty(): boolean {
    return this.count === 0;
  }

  has(kind: PendingKind): boolean {
    return (this.queues.get(kind)?.size ?? 0) > 0;
  }

  /** Returns the item of a kind and subject without removing it, or undefined. */
  get<K extends PendingKind>(kind: K, about: SubjectOf<K>): PendingOf<K> | undefined {
    return this.queues.get(kind)?.get(about) as PendingOf<K> | undefined;
  }

  /**
   * Adds an item after the others of its kind. If there is an item with the same kind and subject, merges both: the item keeps its position, and the new
   * members replace the old ones.
   */
  add(item: PendingItem): void {
    const queue = getOrAdd(this.queues, item.kind, () => new Map<Ordinal, PendingItem>());
    const about = (SUBJECTS[item.kind] as (item: PendingItem) => Ordinal)(item);
    const earlier = queue.get(about);
    if (earlier === undefined) this.count += 1;
    queue.set(about, earlier === undefined ? item : ({ ...earlier, ...item } as PendingItem));
  }

  /** Removes and returns the oldest item of a kind. */
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

  /** Removes and returns all items of a kind, oldest first. */
  takeAll<K extends PendingKind>(kind: K): PendingOf<K>[] {
    const queue = this.queues.get(kind);
    if (queue === undefined) return [];
    const items = [...queue.values()] as PendingOf<K>[];
    this.count -= items.length;
    queue.clear();
    return items;
  }

  /** Returns all items grouped by kind, without removing them. */
  all(): PendingItem[] {
    return [...this.queues.values()].flatMap((queue) => [...queue.values()]);
  }

  /** Removes an item. Returns false if there is no item of this kind and subject. */
  remove<K extends PendingKind>(kind: K, about: SubjectOf<K>): boolean {
    if (this.queues.get(kind)?.delete(about) !== true) return false;
    this.count -= 1;
    return true;
  }
}
