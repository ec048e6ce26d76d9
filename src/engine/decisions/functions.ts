import type { DecisionType, TypedName } from '../model-decisions.ts';
import { conform } from './conform.ts';
import type { DecisionValue, DecisionValues } from './language.ts';
import { about, CallFailed, type Made, type MadeNot, type Making } from './making.ts';

/** A function that a decision defines: a business knowledge model, decision service or boxed function. `name`: for messages. */
export interface DefinedFunction {
  readonly parameters: readonly TypedName[];
  readonly name: string;
  readonly result: DecisionType;
  invoke(given: DecisionValues): Made;
}

/** Longer reasons are cut in the middle, because recursive functions would repeat the same text. Unit: characters. */
const MAX_REASON = 600;
const BEGINNING = 200;

function shortened(failure: MadeNot): MadeNot {
  const { reason } = failure;
  if (reason.length <= MAX_REASON) return failure;
  return { ...failure, reason: `${reason.slice(0, BEGINNING)} … ${reason.slice(BEGINNING - MAX_REASON)}` };
}

/** Returns the function as a FEEL value. A failure of its body fails the caller (docs/contributing/spec/decisions.md#functions). */
export function functionOf({ parameters, name, result: type, invoke }: DefinedFunction, making: Making): DecisionValue {
  const called = (given: readonly DecisionValue[]): Made => {
    const values: Record<string, DecisionValue> = Object.create(null);
    for (const [at, { name: parameter, type: of }] of parameters.entries()) {
      const typed = conform(given[at] ?? null, of, making);
      if (!typed.ok) return about(`parameter '${parameter}'`, typed);
      values[parameter] = typed.value;
    }
    const value = making.calling(() => invoke(values));
    return value.ok ? conform(value.value, type, making) : value;
  };
  return making.language.functionOf({
    parameters: parameters.map((parameter) => parameter.name),
    call(given) {
      const result = called(given);
      if (result.ok) return result.value;
      const asNull = making.orNull(about(`function '${name}'`, result));
      if (asNull.ok) return asNull.value;
      throw new CallFailed(shortened(result));
    },
  });
}
