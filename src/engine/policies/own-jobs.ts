import type { JobPurpose } from '../events/job-events.ts';
import type { JobRetry } from '../events/records.ts';
import { type Failure, notIndexable, textFailed, unreadable } from '../failures.ts';
import type { ExpressionModel, RetryModel } from '../model.ts';
import type { ActivityInstanceOrdinal, VariableScopeOrdinal } from '../ordinals.ts';
import type { Run } from '../running/run.ts';
import { type RetryText, readRetryText } from '../values/retry-text.ts';
import { sizeOfVariables } from '../values/variable-growth.ts';
import type { Variables } from '../values.ts';
import { closeOwnJobOf } from './own-job-end.ts';
import { nameOf } from './subscriptions.ts';

const HAS_MONTHS = /^P[^T]*[YM]/;

/** Delays stored for a cycle in months; later ones equal the last. */
const MAX_MONTHLY = 100;

/** Fails if the value cannot be read (ADR 0021). */
function jobRetry(
  run: Run,
  { form, text }: RetryModel,
  element: string,
  variableScope: VariableScopeOrdinal,
): JobRetry | Failure {
  const result = run.texts.evaluate(text, element, variableScope);
  if (!result.ok) return textFailed(result);
  const failure = unreadable(text, result.value);
  if (typeof result.value !== 'string' && typeof result.value !== 'number') return failure;
  const read = readRetryText(form, String(result.value));
  if (read === undefined) return failure;
  const { now, timers } = run.context;
  const delaysMs: number[] = [];
  let at = now;
  for (const delay of delaysOf(read)) {
    const duration = timers.read('timeDuration', delay, at, run.model.timerRules);
    if (!duration.ok) return failure;
    delaysMs.push(duration.schedule.dueAt - at);
    at = duration.schedule.dueAt;
  }
  return { attempts: read.attempts, delaysMs };
}

/** Repeats a single delay in months for each attempt: each starts at the end of the previous one, and months differ in length. */
function delaysOf({ attempts, delays }: RetryText): readonly string[] {
  const [only = ''] = delays;
  if (delays.length !== 1 || !HAS_MONTHS.test(only)) return delays;
  return Array.from({ length: Math.min(attempts - 1, MAX_MONTHLY) || 1 }, () => only);
}

/** Characters, because of a database index. */
export const MAX_TASK_TYPE = 256;

interface WrittenJob {
  readonly taskType: ExpressionModel;
  readonly retries?: RetryModel;
}

/** Fails if task type or retries are invalid (docs/contributing/spec/elements.md#service-task). */
export function jobRequest(
  run: Run,
  job: WrittenJob,
  element: string,
  variableScope: VariableScopeOrdinal,
): { readonly taskType: string; readonly retry?: JobRetry } | Failure {
  const taskType = nameOf(run, job.taskType, element, variableScope);
  if (typeof taskType !== 'string') return taskType;
  if (taskType.length > MAX_TASK_TYPE) return notIndexable(job.taskType, taskType);
  const retry = job.retries === undefined ? undefined : jobRetry(run, job.retries, element, variableScope);
  if (retry !== undefined && 'message' in retry) return retry;
  return { taskType, ...(retry === undefined ? {} : { retry }) };
}

/** `entry`: null for the process itself. */
interface Owner {
  readonly entry: ActivityInstanceOrdinal | null;
  /** element id, or process key */
  readonly element: string;
  readonly variableScope: VariableScopeOrdinal;
}

/**
 * Creates a listener or ad-hoc job with all readable variables, and cancels an open one of the owner (ADR 0053). Fails if task type or retries are
 * invalid.
 * @param given further inputs, which hide variables
 */
export function openOwnJob(run: Run, owner: Owner, written: WrittenJob, purpose: JobPurpose, given: Variables): Failure | 'wait' {
  const { entry, element, variableScope } = owner;
  const request = jobRequest(run, written, element, variableScope);
  if ('message' in request) return request;
  closeOwnJobOf(run, entry);
  const inputs = { ...run.texts.readerOf(variableScope).all(), ...given };
  // each job copies the variables: counted, so that the run pauses before one transaction is too large
  run.written += sizeOfVariables(inputs);
  run.emit({ type: 'JobOpened', job: run.ordinals.nextJob(), entry, element, ...request, inputs, purpose });
  return 'wait';
}
