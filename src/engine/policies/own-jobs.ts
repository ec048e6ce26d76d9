import type { Failure } from '../failures.ts';
import type { JobPurpose } from '../job-events.ts';
import type { EntryOrdinal, VariableScopeOrdinal } from '../ordinals.ts';
import type { Run } from '../run.ts';
import type { Variables } from '../values.ts';
import { sizeOfVariables } from '../variable-growth.ts';
import { jobRequest, type WrittenJob } from './job-request.ts';
import { closeOwnJobOf } from './own-job-end.ts';

/** Whose job it is. `entry`: null for the process itself. */
interface Owner {
  readonly entry: EntryOrdinal | null;
  /** of the entry, or the key of the process */
  readonly element: string;
  readonly variableScope: VariableScopeOrdinal;
}

/**
 * Opens a job with a number of its own; one that is open for the same entry is cancelled (ADR 0053). It gets every variable that can be read.
 * @param given what it gets besides; hides variables of these names
 */
export function openOwnJob(run: Run, owner: Owner, written: WrittenJob, purpose: JobPurpose, given: Variables): Failure | 'wait' {
  const { entry, element, variableScope } = owner;
  const request = jobRequest(run, written, element, variableScope);
  if ('message' in request) return request;
  closeOwnJobOf(run, entry);
  const inputs = { ...run.texts.readerOf(variableScope).all(), ...given };
  // each of many jobs keeps a copy: the run pauses before they are too much for one transaction
  run.written += sizeOfVariables(inputs);
  run.emit({ type: 'JobOpened', job: run.ordinals.nextJob(), entry, element, ...request, inputs, purpose });
  return 'wait';
}
