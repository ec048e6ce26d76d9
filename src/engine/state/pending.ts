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

/** Work that settles after the step. `RunPaused` stores these items: do not rename kinds and members. */
export type PendingItem =
  | { readonly kind: 'findCatcher'; readonly error: ThrownError }
  /** no iteration is running */
  | ({ readonly kind: 'advanceLoop'; readonly loop: ActivityInstanceOrdinal } & AfterIteration)
  /** the job of a message event has completed */
  | { readonly kind: 'throwAfterWork'; readonly entry: ActivityInstanceOrdinal }
  /** delayed by the error search */
  | { readonly kind: 'beginItem'; readonly item: CompensationItemOrdinal }
  /** the handler or restored scope ended. `cancelled`: the item stays in the log if its run is aborted before it continues */
  | { readonly kind: 'advanceWalk'; readonly item: CompensationItemOrdinal; readonly outcome: 'compensated' | 'cancelled' }
  /** apply its outcome: its compensation has ended, or there was nothing to compensate */
  | { readonly kind: 'endTransaction'; readonly host: ActivityInstanceOrdinal; readonly after: AfterCompensation }
  /** an inner activity completed: check the completion condition */
  | { readonly kind: 'checkAdHoc'; readonly host: ActivityInstanceOrdinal }
  | { readonly kind: 'checkNewCondition'; readonly subscription: SubscriptionOrdinal }
  /** a token left: end the scope if it was the last */
  | { readonly kind: 'endScope'; readonly scope: ScopeOrdinal; readonly exit: TokenExit };

export type PendingKind = PendingItem['kind'];
export type PendingOf<K extends PendingKind> = Extract<PendingItem, { kind: K }>;

/** Result of iterations since the loop last continued. */
export interface AfterIteration {
  /** completion condition or behavior could not be evaluated */
  readonly failure?: Failure;
  /** the completion condition is true */
  readonly isComplete?: true;
  /** thrown by the loop: matching boundary events fire */
  readonly events?: readonly string[];
  /** reason for a cancelled iteration */
  readonly cancelled?: Cancellation;
}

export type TokenExit = { readonly kind: 'normal' } | { readonly kind: 'cancelled'; readonly why: Cancellation };

/** Failure or error end event (docs/contributing/spec/events-and-errors.md#error-search). */
export interface ThrownError {
  readonly kind: 'failure' | 'errorEnd';
  /** has already ended */
  readonly entry: ActivityInstanceOrdinal;
  readonly element: string;
  /** its loop fails too */
  readonly isIteration: boolean;
  /** item of this compensation handler */
  readonly compensates: CompensationItemOrdinal | null;
  /** event-based gateway before the activity instance */
  readonly race: ActivityInstanceOrdinal | null;
  readonly scope: ScopeOrdinal;
  readonly variableScope: VariableScopeOrdinal;
  readonly code: string;
  readonly message: string;
  /** absent for error end events */
  readonly cause?: FailureCause;
  /** end listeners must not run: they have run, or the iterations of this loop run them */
  readonly isHeard?: true;
  /** data of an error end event of jBPM */
  readonly data?: Json;
}

/** Object that an item is about. */
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

/** Items, oldest first. Order of kinds: settle.ts. */
export class Pending {
  /** keys: kind, then subject */
  private readonly queues = new Map<PendingKind, Map<Ordinal, PendingItem>>();
  private count = 0;

  get isEmpty(): boolean {
    return this.count === 0;
  }

  has(kind: PendingKind): boolean {
    return (this.queues.get(kind)?.size ?? 0) > 0;
  }

  /** Does not remove it. */
  get<K extends PendingKind>(kind: K, about: SubjectOf<K>): PendingOf<K> | undefined {
    return this.queues.get(kind)?.get(about) as PendingOf<K> | undefined;
  }

  /** An item of the same kind and subject keeps its position and gets the new members. */
  add(item: PendingItem): void {
    const queue = getOrAdd(this.queues, item.kind, () => new Map<Ordinal, PendingItem>());
    const about = (SUBJECTS[item.kind] as (item: PendingItem) => Ordinal)(item);
    const earlier = queue.get(about);
    if (earlier === undefined) this.count += 1;
    queue.set(about, earlier === undefined ? item : ({ ...earlier, ...item } as PendingItem));
  }

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

  /** Removes and returns all, oldest first. */
  takeAll<K extends PendingKind>(kind: K): PendingOf<K>[] {
    const queue = this.queues.get(kind);
    if (queue === undefined) return [];
    const items = [...queue.values()] as PendingOf<K>[];
    this.count -= items.length;
    queue.clear();
    return items;
  }

  /** Items grouped by kind. Does not remove them. */
  all(): PendingItem[] {
    return [...this.queues.values()].flatMap((queue) => [...queue.values()]);
  }

  /** Returns false if it is missing. */
  remove<K extends PendingKind>(kind: K, about: SubjectOf<K>): boolean {
    if (this.queues.get(kind)?.delete(about) !== true) return false;
    this.count -= 1;
    return true;
  }
}
