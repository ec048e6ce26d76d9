import type { CompletionCause } from './causes.ts';
import type { JobRetry } from './events.ts';
import type { Fact } from './fact.ts';
import type { ListenerEvent } from './model-activities.ts';
import type { EntryOrdinal, JobOrdinal } from './ordinals.ts';
import type { Variables } from './values.ts';

/**
 * A job that has a number of its own, beside the work of its entry: that of a listener, or one that leads an ad-hoc body. An entry has one of them at a
 * time (ADR 0053). `entry`: null for the process itself. `element`: its element, or the key of the process.
 */
export type JobOpened = Fact<
  'JobOpened',
  {
    job: JobOrdinal;
    entry: EntryOrdinal | null;
    element: string;
    taskType: string;
    inputs: Variables;
    retry?: JobRetry;
    purpose: JobPurpose;
  }
>;
/** It is done, its attempts are used up, or nobody waits for it any more. */
export type JobClosed = Fact<
  'JobClosed',
  { job: JobOrdinal; entry: EntryOrdinal | null; element: string; outcome: 'completed' | 'failed' | 'cancelled' }
>;
export type OwnJobEvent = JobOpened | JobClosed;

/** What the job is for. */
export type JobPurpose = ({ readonly kind: 'listener' } & Listening) | { readonly kind: 'adHoc' };

/** Whether the work of the entry is done, though the entry has not ended: what listens to its end is a job too. */
export function isAfterWork(purpose: JobPurpose): boolean {
  return purpose.kind === 'listener' && (purpose.on === 'end' || purpose.on === 'take');
}

/** Which listener the job does, and what goes on behind it. `index`: among all listeners of the element, the flow or the process. */
export interface Listening {
  readonly on: ListenerEvent;
  readonly index: number;
  /** the sequence flow that is about to be taken */
  readonly flow?: string;
  readonly rest?: AfterListeners;
}

/** What is known before the listeners of an event and needed behind them; members that are not needed are absent. */
export interface AfterListeners {
  /** what output parameters read, or what an event brought */
  readonly result?: Variables;
  /** index of the definition that a throw event goes on with */
  readonly next?: number;
  /** the flows that have been chosen */
  readonly flows?: readonly string[];
  /** who has completed the entry */
  readonly cause?: CompletionCause;
  /** an event began the instance at its start element */
  readonly isTriggered?: true;
  /** element the first token enters; null: none */
  readonly startElement?: string | null;
}
