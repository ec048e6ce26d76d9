import type { Failure } from '../failures.ts';
import type { Repeat } from '../incident-events.ts';
import { followLead } from '../policies/ad-hoc-lead.ts';
import { endOwnJob } from '../policies/own-job-end.ts';
import type { Run } from '../run.ts';
import { entryIn, type OwnJobState } from '../state.ts';
import type { Variables } from '../values.ts';
import { completeListener, failAfterListener, listeningOf } from './listener-job.ts';

/** Completes a listener or ad-hoc job (ADR 0053). */
export function completeOwnJob(run: Run, job: OwnJobState, result: Variables): void {
  endOwnJob(run, job, 'completed');
  if (job.purpose.kind === 'listener') completeListener(run, job, job.purpose, result);
  else if (job.entry !== null) followLead(run, entryIn(run.state, job.entry), result);
}

/** Fails a listener or ad-hoc job without attempts left, and its activity instance or process. */
export function failOwnJob(run: Run, job: OwnJobState, failure: Failure): void {
  endOwnJob(run, job, 'failed');
  const { entry, purpose } = job;
  const repeat: Repeat = purpose.kind === 'adHoc' ? { kind: 'lead' } : { kind: 'listen', listening: listeningOf(purpose) };
  failAfterListener(run, entry === null ? null : entryIn(run.state, entry), failure, repeat);
}
