import type { CompletionCause } from '../causes.ts';
import type { Fact } from '../fact.ts';
import type { ListenerEvent } from '../model/model-activities.ts';
import type { ActivityInstanceOrdinal, JobOrdinal } from '../ordinals.ts';
import type { Variables } from '../values.ts';
import type { JobRetry } from './records.ts';

/**
 * A listener job or ad-hoc job, which has its own ordinal in addition to the activity instance. An activity instance has at most one at
 * a time (ADR 0053). `entry`: null for the process itself. `element`: its element, or the process key.
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
/** The job completed, ran out of attempts, or is no longer needed. */
export type JobClosed = Fact<
  'JobClosed',
  { job: JobOrdinal; entry: ActivityInstanceOrdinal | null; element: string; outcome: 'completed' | 'failed' | 'cancelled' }
>;
export type OwnJobEvent = JobOpened | JobClosed;

export type JobPurpose = ({ readonly kind: 'listener' } & Listening) | { readonly kind: 'adHoc' };

/** True if the work of the activity is done although it has not ended: an end or flow listener runs. */
export function isAfterWork(purpose: JobPurpose): boolean {
  return purpose.kind === 'listener' && (purpose.on === 'end' || purpose.on === 'take');
}

/** A listener run, and its continuation. `index`: among all listeners of the element, flow or process. */
export interface Listening {
  readonly on: ListenerEvent;
  readonly index: number;
  /** the sequence flow to take */
  readonly flow?: string;
  readonly rest?: AfterListeners;
}

/** Data that the continuation after listeners needs; unneeded fields are absent. */
export interface AfterListeners {
  /** values for output parameters, or payload of an event */
  readonly result?: Variables;
  /** index of the next definition of a throw event */
  readonly next?: number;
  readonly flows?: readonly string[];
  readonly cause?: CompletionCause;
  /** an event started the instance at its start element */
  readonly isTriggered?: true;
  /** element of the first token; null: none */
  readonly startElement?: string | null;
}
