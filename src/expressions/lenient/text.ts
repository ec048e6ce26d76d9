import type { Run } from './run.ts';
import { sizeOf } from './size.ts';
import { EXECUTION, fail, IntegralDouble, type Value } from './value.ts';

/** JSON text one value may become inside an expression; the result limit of the run is checked separately. */
const MAX_JSON_BYTES = 4 * 1024 * 1024;

/** Text of a value (bpmn.md 10.4): null → empty, `True`/`False`, shortest number, lists and maps as compact JSON. */
export function textOf(run: Run, value: Value): string {
  if (typeof value === 'string') return value;
  if (value === null) return '';
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (value instanceof IntegralDouble) return numberText(value.value);
  if (value === EXECUTION) return fail('execution is not a value');
  const size = sizeOf(value, MAX_JSON_BYTES);
  if (size > MAX_JSON_BYTES) fail('list or map is too large for a text');
  run.pay(size);
  return run.text(JSON.stringify(value));
}

function numberText(value: number): string {
  return String(value);
}
