import type { VariableReader } from '../engine/values/evaluation.ts';
import type { Variables } from '../engine/values.ts';

export function variableReaderOf(variables: Variables): VariableReader {
  return {
    get: (name) => (Object.hasOwn(variables, name) ? variables[name] : undefined),
    all: () => variables,
  };
}
