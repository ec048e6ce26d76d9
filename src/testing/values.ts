import type { Values } from './api.ts';
import { CannotBeDone } from './refusals.ts';
import { jsonOf } from './stubs.ts';

/** Variables as a request has them: JSON, whatever a test hands over. */
export function valuesOf(given: unknown): Values {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new CannotBeDone(
      `variables are an object of names and values, not ${given === null ? 'null' : Array.isArray(given) ? 'a list' : `a ${typeof given}`}`,
    );
  return jsonOf(given) as Values;
}
