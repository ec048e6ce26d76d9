import { textOf as plainTextOf } from '../../engine/values.ts';
import { ExactNumber } from './exact-number.ts';
import type { EvaluationContext } from './run.ts';
import { sizeOf } from './size.ts';
import { EXECUTION, fail, IntegralDouble, type Value } from './value.ts';

/** Limit inside an expression; results have a separate one. */
const MAX_JSON_BYTES = 4 * 1024 * 1024;

/** Lists and maps count steps (docs/contributing/spec/expressions.md#values-and-operators). */
export function textOf(run: EvaluationContext, value: Value): string {
  if (value instanceof IntegralDouble) return plainTextOf(value.value);
  if (value instanceof ExactNumber) return plainTextOf(value.toNumber());
  if (value === EXECUTION) return fail('execution is not a value');
  if (typeof value !== 'object' || value === null) return plainTextOf(value);
  const size = sizeOf(value, MAX_JSON_BYTES);
  if (size > MAX_JSON_BYTES) fail('list or map is too large for a text');
  run.pay(size);
  return run.text(JSON.stringify(value));
}
