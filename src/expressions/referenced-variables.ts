import type { VariableReader } from '../engine/values/evaluation.ts';
import { noVariables, type Variables } from '../engine/values.ts';
import { type FeelAnalysis, isForbiddenName } from './feel/index.ts';

/** Variables a FEEL text may read; a smaller scope makes parsing faster. */
export function referencedVariables(analysis: FeelAnalysis, variables: VariableReader, source: string): Variables {
  const found = noVariables();
  for (const name of analysis.names) {
    const value = isForbiddenName(name) ? undefined : variables.get(name);
    if (value !== undefined) found[name] = value;
  }
  if (!analysis.mayHaveLongNames) return found;
  const squeezed = source.replace(/\s+/g, '');
  for (const [name, value] of Object.entries(variables.all())) {
    const isLong = /[^\p{L}\p{N}_$]/u.test(name);
    if (isLong && squeezed.includes(name.replace(/\s+/g, ''))) found[name] = value;
  }
  return found;
}
