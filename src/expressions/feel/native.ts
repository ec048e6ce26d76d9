import { evaluate } from '@bpmn-io/feelin';
import { DIALECT } from './analysis.ts';
import { type FeelSituation, functionsFor } from './evaluate.ts';
import { withOwnOperators } from './operators.ts';

/** Evaluates FEEL over values of FEEL, and gives one. Throws what functions in the context throw, and {@link Error} for what the library cannot evaluate. */
export function evaluateNative(source: string, values: Readonly<Record<string, unknown>>, situation: FeelSituation): unknown {
  const context = { ...functionsFor(source, situation), ...values };
  const { source: own, functions, operators } = withOwnOperators(source, context, DIALECT);
  return evaluate(own, { ...functions, ...context, ...operators }, DIALECT).value ?? null;
}
