import type { VariableReader } from '../engine/evaluator.ts';
import type { Variables } from '../engine/values.ts';

/** A reader over one flat map. */
export function readerOver(variables: Variables): VariableReader {
  return {
    get: (name) => (Object.hasOwn(variables, name) ? variables[name] : undefined),
    all: () => variables,
  };
}
