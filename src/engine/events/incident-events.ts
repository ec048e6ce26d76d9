import type { CompletionCause, FailureCause, Trigger } from '../causes.ts';
import type { Fact } from '../fact.ts';
import type { ActivityInstanceOrdinal, IncidentOrdinal, ScopeOrdinal, SubscriptionOrdinal } from '../ordinals.ts';
import type { Variables } from '../values.ts';
import type { Listening } from './job-events.ts';

/**
 * An uncaught failure waits for an operator (docs/contributing/spec/incidents.md#incident). `entry`: null for the process itself. `element`: or process
 * key. `count`: failures at this place. `since`: the first, ms since epoch.
 */
export type IncidentRaised = Fact<
  'IncidentRaised',
  {
    incident: IncidentOrdinal;
    entry: ActivityInstanceOrdinal | null;
    element: string;
    code: string;
    message: string;
    cause: FailureCause;
    repeat: Repeat;
    count: number;
    since: number;
  }
>;

/** `gone`: the part ended in another way, or continued without a retry. */
export type IncidentEnded = Fact<
  'IncidentEnded',
  { incident: IncidentOrdinal; entry: ActivityInstanceOrdinal | null; element: string; outcome: 'retried' | 'resolved' | 'gone' }
>;
export type IncidentEvent = IncidentRaised | IncidentEnded;

/** Part that a retry repeats (docs/contributing/spec/incidents.md#what-is-repeated). Event histories keep kinds forever: only add. */
export type Repeat =
  /** `payload`, `trigger`: of an event sub-process */
  | { readonly kind: 'enter'; readonly payload?: Variables; readonly trigger?: Trigger }
  /** gives its job new attempts and inputs. `attempts`: previous number, which continues */
  | { readonly kind: 'job'; readonly attempts?: number }
  /** result of its work */
  | { readonly kind: 'store'; readonly by: 'job' | 'child'; readonly result: Variables }
  /** result given by a client */
  | { readonly kind: 'storeGiven'; readonly result: Variables; readonly cause: CompletionCause }
  /** stores the payload of an event and continues. `begins`: the event entered the element */
  | { readonly kind: 'occur'; readonly payload: Variables; readonly begins?: true }
  /** leaves. `result`: for output parameters. `done`: end listeners have run (`heard`), outputs are stored too (`stored`); absent: neither */
  | { readonly kind: 'leave'; readonly result?: Variables; readonly done?: 'heard' | 'stored' }
  /** continues a throw event with this definition. `isHeard`: end listeners have run */
  | { readonly kind: 'throw'; readonly next: number; readonly isHeard?: true }
  /** waiting tokens of a complex gateway */
  | { readonly kind: 'join' }
  /** evaluates its condition or stores its outputs. `isComplete`: the completion condition was true */
  | { readonly kind: 'loop'; readonly isComplete?: true }
  /** evaluates its completion condition */
  | { readonly kind: 'adHoc' }
  /** job of an ad-hoc sub-process */
  | { readonly kind: 'lead' }
  /** outputs of an ended body */
  | { readonly kind: 'body'; readonly scope: ScopeOrdinal }
  /** a listener and those after it */
  | { readonly kind: 'listen'; readonly listening: Listening }
  /** evaluates the condition of an event, which cannot fire until then */
  | { readonly kind: 'condition'; readonly subscription: SubscriptionOrdinal }
  /** next subscription of an event that has fired. `event`: boundary event or event sub-process */
  | {
      readonly kind: 'arm';
      readonly of: 'boundary' | 'eventSubProcess';
      readonly event: string;
      readonly scope: ScopeOrdinal;
    }
  /** nothing: the task keeps waiting */
  | { readonly kind: 'wait' }
  /** queued steps of a stopped run */
  | { readonly kind: 'run' }
  /** start of the process: listeners, event sub-processes, first token. `isHeard`: listeners have run */
  | {
      readonly kind: 'begin';
      readonly startElement: string | null;
      readonly isTriggered?: true;
      readonly isHeard?: true;
    }
  /** end listeners of the process, then its completion */
  | { readonly kind: 'end' };
export type RepeatOf<K extends Repeat['kind']> = Extract<Repeat, { kind: K }>;

/** Failures at one place since the first one. */
export interface Tries {
  readonly incident: IncidentOrdinal;
  readonly count: number;
  /** ms since epoch */
  readonly since: number;
}
