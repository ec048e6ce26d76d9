import type { CompletionCause } from '../causes.ts';
import type { Fact } from '../fact.ts';
import type { ListenerEvent } from '../model/model-activities.ts';
import type { ActivityInstanceOrdinal, JobOrdinal } from '../ordinals.ts';
import type { Variables } from '../values.ts';
import type { JobRetry } from './records.ts';

/**
 * Listener job or ad-hoc job, with its own ordinal. An activity instance has at most one (ADR 0053). `entry`: null for the process itself. `element`: or
 * process key.
 */
export type JobOpened = Fact<
  'JobOpened',
  {
    job: JobOrdinal;
    entry: ActivityInstanceOrdinal | null;
    element: string;
    taskType: string;
    inputs: Variables;
    retry?: JobRetry;
    purpose: JobPurpose;
  }
>;
/** `failed`: no attempts left. `cancelled`: no longer needed. */
export type JobClosed = Fact<
  'JobClosed',
  { job: JobOrdinal; entry: ActivityInstanceOrdinal | null; element: string; outcome: 'completed' | 'failed' | 'cancelled' }
>;
export type OwnJobEvent = JobOpened | JobClosed;

export type JobPurpose = ({ readonly kind: 'listener' } & Listening) | { readonly kind: 'adHoc' };

/** The activity has not ended, but its work is done: an end or flow listener runs. */
export function isAfterWork(purpose: JobPurpose): boolean {
  return purpose.kind === 'listener' && (purpose.on === 'end' || purpose.on === 'take');
}

/** `index`: among all listeners of the element, flow or process. */
export interface Listening {
  readonly on: ListenerEvent;
  readonly index: number;
  /** sequence flow to take */
  readonly flow?: string;
  readonly rest?: AfterListeners;
}

/** Data for the continuation; unneeded fields are absent. */
export interface AfterListeners {
  /** values for output parameters, or payload of an event */
  readonly result?: Variables;
  /** next definition of a throw event */
  readonly next?: number;
  readonly flows?: readonly string[];
  readonly cause?: CompletionCause;
  /** the instance was started by an event at its start element */
  readonly isTriggered?: true;
  /** element of the first token; null: none */
  readonly startElement?: string | null;
}
