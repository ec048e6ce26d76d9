import type { CompletionCause, FailureCause, Trigger } from '../causes.ts';
import type { Fact } from '../fact.ts';
import type { ActivityInstanceOrdinal, IncidentOrdinal, ScopeOrdinal, SubscriptionOrdinal } from '../ordinals.ts';
import type { Variables } from '../values.ts';
import type { Listening } from './job-events.ts';

/**
 * A failure that nothing caught waits for an operator (docs/contributing/spec/incidents.md#incident). `entry`: null for the
 * process itself. `element`: failed element, or the process key. `count`: failures at this place. `since`: the first one, ms
 * since epoch.
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

/** `gone`: the failed part ended in another way, or continued without a retry. */
export type IncidentEnded = Fact<
  'IncidentEnded',
  { incident: IncidentOrdinal; entry: ActivityInstanceOrdinal | null; element: string; outcome: 'retried' | 'resolved' | 'gone' }
>;
export type IncidentEvent = IncidentRaised | IncidentEnded;

/**
 * The part that a retry of an incident repeats (docs/contributing/spec/incidents.md#what-is-repeated). Event histories keep kinds forever:
 * they are only added.
 */
export type Repeat =
  /** re-enters the element. `payload`, `trigger`: of an event sub-process */
  | { readonly kind: 'enter'; readonly payload?: Variables; readonly trigger?: Trigger }
  /** gives its job new attempts with newly mapped inputs. `attempts`: previous number, which continues */
  | { readonly kind: 'job'; readonly attempts?: number }
  /** stores its result and leaves */
  | { readonly kind: 'store'; readonly by: 'job' | 'child'; readonly result: Variables }
  /** stores the result that a client gave, and leaves */
  | { readonly kind: 'storeGiven'; readonly result: Variables; readonly cause: CompletionCause }
  /** stores the payload of an event and continues. `begins`: the element was entered when the event occurred */
  | { readonly kind: 'occur'; readonly payload: Variables; readonly begins?: true }
  /** leaves. `result`: read by output parameters. `done`: end listeners have run (`heard`), or outputs are stored too (`stored`); absent: neither */
  | { readonly kind: 'leave'; readonly result?: Variables; readonly done?: 'heard' | 'stored' }
  /** a throw event continues with the definition of this index. `isHeard`: end listeners have run */
  | { readonly kind: 'throw'; readonly next: number; readonly isHeard?: true }
  /** a complex gateway checks its waiting tokens */
  | { readonly kind: 'join' }
  /** a loop evaluates its condition or stores its outputs. `isComplete`: its completion condition was true */
  | { readonly kind: 'loop'; readonly isComplete?: true }
  /** an ad-hoc sub-process evaluates its completion condition */
  | { readonly kind: 'adHoc' }
  /** the job of an ad-hoc sub-process runs again */
  | { readonly kind: 'lead' }
  /** an ended body maps its outputs */
  | { readonly kind: 'body'; readonly scope: ScopeOrdinal }
  /** runs a listener and those after it */
  | { readonly kind: 'listen'; readonly listening: Listening }
  /** evaluates the condition of an event, which cannot fire until then */
  | { readonly kind: 'condition'; readonly subscription: SubscriptionOrdinal }
  /** creates the next subscription of an event that has fired. `event`: boundary event or event sub-process */
  | {
      readonly kind: 'arm';
      readonly of: 'boundary' | 'eventSubProcess';
      readonly event: string;
      readonly scope: ScopeOrdinal;
    }
  /** nothing: the task is open and keeps waiting */
  | { readonly kind: 'wait' }
  /** continues the queued steps of a run that was stopped */
  | { readonly kind: 'run' }
  /** the process starts: listeners, event sub-processes, first token. `isHeard`: listeners have run */
  | {
      readonly kind: 'begin';
      readonly startElement: string | null;
      readonly isTriggered?: true;
      readonly isHeard?: true;
    }
  /** end listeners of the process run, then the instance completes */
  | { readonly kind: 'end' };
export type RepeatOf<K extends Repeat['kind']> = Extract<Repeat, { kind: K }>;

/** Failures at one place since its first failure. */
export interface Tries {
  readonly incident: IncidentOrdinal;
  readonly count: number;
  /** ms since epoch */
  readonly since: number;
}
