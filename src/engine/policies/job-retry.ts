import type { JobRetry } from '../events.ts';
import { type Failure, textFailed, unreadable } from '../failures.ts';
import type { RetryModel } from '../model.ts';
import type { VariableScopeOrdinal } from '../ordinals.ts';
import { type RetryText, readRetryText } from '../retry-text.ts';
import type { Run } from '../run.ts';

const HAS_MONTHS = /^P[^T]*[YM]/;
/** Maximum number of delays stored for a cycle in months; later delays equal the last one. */
const MAX_MONTHLY = 100;

/** Evaluates the retries of a new job (ADR 0021). */
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

/** Returns the delays. A single delay in months is repeated for each attempt, because each starts at the end of the previous one and months differ in length. */
function delaysOf({ attempts, delays }: RetryText): readonly string[] {
  const [only = ''] = delays;
  if (delays.length !== 1 || !HAS_MONTHS.test(only)) return delays;
  return Array.from({ length: Math.min(attempts - 1, MAX_MONTHLY) || 1 }, () => only);
}
