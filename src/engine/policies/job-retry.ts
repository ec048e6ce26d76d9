import type { JobRetry } from '../events.ts';
import { type Failure, textFailed, unreadable } from '../failures.ts';
import type { RetryModel } from '../model.ts';
import type { VariableScopeOrdinal } from '../ordinals.ts';
import { readRetryText } from '../retry-text.ts';
import type { Run } from '../run.ts';

/** What the model says about the retries of a job, evaluated when the job is created (ADR 0021). */
export function jobRetry(
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
  const delaysMs: number[] = [];
  for (const delay of read.delays) {
    const duration = run.context.timers.read('timeDuration', delay, 0);
    if (!duration.ok) return failure;
    delaysMs.push(duration.schedule.dueAt);
  }
  return { attempts: read.attempts, delaysMs };
}
