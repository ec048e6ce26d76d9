import type { CompletionCause, FailureCause, Trigger } from './causes.ts';
import type { Fact } from './fact.ts';
import type { Listening } from './job-events.ts';
import type { EntryOrdinal, IncidentOrdinal, ScopeOrdinal, SubscriptionOrdinal } from './ordinals.ts';
import type { Variables } from './values.ts';

/**
 * Something failed, nothing caught it, and it waits for an operator in place of failing the instance (docs/contributing/spec/incidents.md#incident). `entry`: null for
 * the process itself. `element`: what failed, or the key of the process. `count`: how often it has failed at this place. `since`: the first time; unit: ms
 * since epoch.
 */
export type IncidentRaised = Fact<
  'IncidentRaised',
  {
    incident: IncidentOrdinal;
    entry: EntryOrdinal | null;
    element: string;
    code: string;
    message: string;
    cause: FailureCause;
    repeat: Repeat;
    count: number;
    since: number;
  }
>;
/** `gone`: what had failed has ended in another way, or goes on by itself. */
export type IncidentEnded = Fact<
  'IncidentEnded',
  { incident: IncidentOrdinal; entry: EntryOrdinal | null; element: string; outcome: 'retried' | 'resolved' | 'gone' }
>;
export type IncidentEvent = IncidentRaised | IncidentEnded;

/** What a retry of an incident repeats (docs/contributing/spec/incidents.md#what-is-repeated). Kinds lie in journals for ever: they are only added. */
export type Repeat =
  /** the element is entered anew. `payload`, `trigger`: what an event sub-process began with */
  | { readonly kind: 'enter'; readonly payload?: Variables; readonly trigger?: Trigger }
  /** its job gets new attempts, with inputs mapped anew. `attempts`: how many there have been; their numbers go on from there */
  | { readonly kind: 'job'; readonly attempts?: number }
  /** its result is stored, and it leaves */
  | { readonly kind: 'store'; readonly by: 'job' | 'child'; readonly result: Variables }
  | { readonly kind: 'storeGiven'; readonly result: Variables; readonly cause: CompletionCause }
  /** what an event brought is stored, and the event goes on. `begins`: it was entered when it occurred */
  | { readonly kind: 'occur'; readonly payload: Variables; readonly begins?: true }
  /**
   * It leaves. `result`: what its output parameters read. `done`: what listens to its end has run (`heard`), and its outputs are stored too (`stored`);
   * absent: nothing yet
   */
  | { readonly kind: 'leave'; readonly result?: Variables; readonly done?: 'heard' | 'stored' }
  /** a throw event goes on with its definition of this index. `isHeard`: what listens to its end has run */
  | { readonly kind: 'throw'; readonly next: number; readonly isHeard?: true }
  /** a join looks at its activation condition */
  | { readonly kind: 'join' }
  /** a loop looks at its condition, or stores its outputs. `isComplete`: its completion condition has been true */
  | { readonly kind: 'loop'; readonly isComplete?: true }
  /** an ad-hoc body looks at its completion condition */
  | { readonly kind: 'adHoc' }
  /** the job that leads an ad-hoc body is asked again */
  | { readonly kind: 'lead' }
  /** a body that has ended gives its outputs */
  | { readonly kind: 'body'; readonly scope: ScopeOrdinal }
  /** a listener is called again, and what it listens to goes on */
  | { readonly kind: 'listen'; readonly listening: Listening }
  /** the condition of an event is looked at again; until then it does not fire */
  | { readonly kind: 'condition'; readonly subscription: SubscriptionOrdinal }
  /** an event that has fired is armed for the next time. `event`: the boundary event, or the event sub-process */
  | {
      readonly kind: 'arm';
      readonly of: 'boundary' | 'eventSubProcess';
      readonly event: string;
      readonly scope: ScopeOrdinal;
    }
  /** nothing: the task is open, and goes on waiting */
  | { readonly kind: 'wait' }
  /** a run that took too many steps goes on */
  | { readonly kind: 'run' }
  /** the process begins: its listeners, its event sub-processes, its first token. `isHeard`: its listeners have run */
  | {
      readonly kind: 'begin';
      readonly startElement: string | null;
      readonly isTriggered?: true;
      readonly isHeard?: true;
    }
  /** what listens to the end of the process runs, and the instance completes */
  | { readonly kind: 'end' };
export type RepeatOf<K extends Repeat['kind']> = Extract<Repeat, { kind: K }>;

/** How often something has failed at one place, told from its first failure on. */
export interface Tries {
  readonly incident: IncidentOrdinal;
  readonly count: number;
  /** ms since epoch */
  readonly since: number;
}
