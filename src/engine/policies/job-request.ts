import type { JobRetry } from '../events.ts';
import { type Failure, notIndexable } from '../failures.ts';
import type { ExpressionModel, RetryModel } from '../model.ts';
import type { VariableScopeOrdinal } from '../ordinals.ts';
import type { Run } from '../run.ts';
import { jobRetry } from './job-retry.ts';
import { nameOf } from './subscriptions.ts';

/** Maximum length of a task type, which has a database index. Unit: characters. */
const MAX_TASK_TYPE = 256;

export interface WrittenJob {
  readonly taskType: ExpressionModel;
  readonly retries?: RetryModel;
}

/** Evaluates task type and retries of a new job (docs/contributing/spec/elements.md#service-task). */
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
