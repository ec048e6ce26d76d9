import type { Failure } from '../failures.ts';
import type { JobPurpose } from '../job-events.ts';
import type { EntryOrdinal, VariableScopeOrdinal } from '../ordinals.ts';
import type { Run } from '../run.ts';
import type { Variables } from '../values.ts';
import { sizeOfVariables } from '../variable-growth.ts';
import { jobRequest, type WrittenJob } from './job-request.ts';
import { closeOwnJobOf } from './own-job-end.ts';

/** Owner of a job. `entry`: null for the process itself. */
interface Owner {
  readonly entry: EntryOrdinal | null;
  /** element id, or process key */
  readonly element: string;
  readonly variableScope: VariableScopeOrdinal;
}

/**
 * Creates a listener or ad-hoc job with all readable variables and cancels an open one of the same owner (ADR 0053).
 * @param given further inputs, which hide variables with the same names
 */
export function openOwnJob(run: Run, owner: Owner, written: WrittenJob, purpose: JobPurpose, given: Variables): Failure | 'wait' {
  const { entry, element, variableScope } = owner;
  const request = jobRequest(run, written, element, variableScope);
  if ('message' in request) return request;
  closeOwnJobOf(run, entry);
  const inputs = { ...run.texts.readerOf(variableScope).all(), ...given };
  // each job has a copy of the variables: counted, so that the run pauses before one transaction becomes too large
  run.written += sizeOfVariables(inputs);
  run.emit({ type: 'JobOpened', job: run.ordinals.nextJob(), entry, element, ...request, inputs, purpose });
  return 'wait';
}
