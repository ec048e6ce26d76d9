import type { FailureCause } from '../causes.ts';
import { getOrAdd } from '../collections.ts';
import type { AfterWalk } from '../events/records.ts';
import type { Failure } from '../failures.ts';
import type {
  CompensationItemOrdinal,
  EntryOrdinal,
  Ordinal,
  ScopeOrdinal,
  SubscriptionOrdinal,
  VariableScopeOrdinal,
} from '../ordinals.ts';
import type { Cancellation } from '../running/cancellations.ts';
import type { Json } from '../values.ts';

/** Post-step work from a command or step. A second item with the same kind and subject is merged into the first: it keeps the position, later fields override. */
export type PendingItem =
  /** a failure or error end event needs its catcher */
  | { readonly kind: 'findCatcher'; readonly error: ThrownError }
  /** a loop without running iteration continues or ends */
  | ({ readonly kind: 'advanceLoop'; readonly loop: EntryOrdinal } & AfterIteration)
  /** the work of a message event is done, its other definitions throw */
  | { readonly kind: 'throwAfterWork'; readonly entry: EntryOrdinal }
  /** a compensation item that waited for an error search starts */
  | { readonly kind: 'beginItem'; readonly item: CompensationItemOrdinal }
  /** the handler or restored scope of a compensation item ended; a `cancelled` item is not compensated if its run ends first */
  | { readonly kind: 'advanceWalk'; readonly item: CompensationItemOrdinal; readonly outcome: 'compensated' | 'cancelled' }
  /** a transaction is compensated, or has nothing to compensate: apply its outcome */
  | { readonly kind: 'endTransaction'; readonly host: EntryOrdinal; readonly after: AfterWalk }
  /** an activity in an ad-hoc sub-process completed: check the completion condition */
  | { readonly kind: 'checkAdHoc'; readonly host: EntryOrdinal }
  /** a new conditional subscription: evaluate its condition */
  | { readonly kind: 'checkNewCondition'; readonly subscription: SubscriptionOrdinal }
  /** a token left a scope: it ends if that was the last one, with the outcome `exit` */
  | { readonly kind: 'endScope'; readonly scope: ScopeOrdinal; readonly exit: TokenExit };

export type PendingKind = PendingItem['kind'];
export type PendingOf<K extends PendingKind> = Extract<PendingItem, { kind: K }>;

/** Result of ended iterations since the loop last continued. */
export interface AfterIteration {
  /** the completion condition or the behavior could not be evaluated */
  readonly failure?: Failure;
  readonly isComplete?: true;
  /** root event definitions that fire on boundary events of the loop */
  readonly events?: readonly string[];
  readonly cancelled?: Cancellation;
}

export type TokenExit = { readonly kind: 'normal' } | { readonly kind: 'cancelled'; readonly why: Cancellation };

/** A failure or error end event that needs its catcher (docs/contributing/spec/events-and-errors.md#error-search). */
export interface ThrownError {
  readonly kind: 'failure' | 'errorEnd';
  /** failed or throwing activity instance; no longer active */
  readonly entry: EntryOrdinal;
  readonly element: string;
  /** true for an iteration: its loop fails too */
  readonly isIteration: boolean;
  /** compensation item that it was handling */
  readonly compensates: CompensationItemOrdinal | null;
  /** its event-based gateway */
  readonly race: EntryOrdinal | null;
  readonly scope: ScopeOrdinal;
  readonly variableScope: VariableScopeOrdinal;
  readonly code: string;
  readonly message: string;
  /** absent for error end events */
  readonly cause?: FailureCause;
  /** no end listener is left: it failed as it left, or is a loop, whose iterations have them */
  readonly isHeard?: true;
  /** data of an error end event of jBPM; absent: none */
  readonly data?: Json;
}

/** Subject of each kind of item. */
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

  get isEmpty(): boolean {
    return this.count === 0;
  }

  has(kind: PendingKind): boolean {
    return (this.queues.get(kind)?.size ?? 0) > 0;
  }

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

  all(): PendingItem[] {
    return [...this.queues.values()].flatMap((queue) => [...queue.values()]);
  }

  /** @returns false if there is no such item */
  remove<K extends PendingKind>(kind: K, about: SubjectOf<K>): boolean {
    if (this.queues.get(kind)?.delete(about) !== true) return false;
    this.count -= 1;
    return true;
  }
}
