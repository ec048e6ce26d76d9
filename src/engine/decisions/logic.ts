import type { ContextEntry, DecisionLogic, DecisionType, TypedName } from '../model/model-decisions.ts';
import { cutText } from '../values/cut-text.ts';
import { conform, conformed, shownIn } from './conform.ts';
import type { DecisionValue, DecisionValues, Made, MadeNot } from './decided.ts';
import { evaluateTable } from './decision-table.ts';
import { filtered, forEach, quantified } from './iterators.ts';
import { about, CallFailed, type DecisionScope, type Making, made, notMade, within } from './making.ts';

/** A business knowledge model, decision service or boxed function. `name`: for messages. */
interface DefinedFunction {
  readonly parameters: readonly TypedName[];
  readonly name: string;
  readonly result: DecisionType;
  invoke(given: DecisionValues): Made;
}

/** Longer reasons are cut in the middle: recursive functions repeat the text. Characters. */
const MAX_REASON = 600;
const BEGINNING = 200;

function shortened(failure: MadeNot): MadeNot {
  const { reason } = failure;
  if (reason.length <= MAX_REASON) return failure;
  return {
    ...failure,
    reason: `${cutText(reason, BEGINNING)} … ${reason.slice(BEGINNING - MAX_REASON).replace(/^[\udc00-\udfff]/, '')}`,
  };
}

/** FEEL value. A failure of the body fails the caller (docs/contributing/spec/decisions.md#functions). */
export function functionOf({ parameters, name, result: type, invoke }: DefinedFunction, making: Making): DecisionValue {
  const called = (given: readonly DecisionValue[]): Made => {
    const values: Record<string, DecisionValue> = Object.create(null);
    for (const [at, { name: parameter, type: of }] of parameters.entries()) {
      const typed = conformed(given[at] ?? null, of, making);
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

/** Boxed expression (docs/contributing/spec/decisions.md#logic). */
export function valueOfLogic(logic: DecisionLogic, making: Making, scope: DecisionScope): Made {
  switch (logic.kind) {
    case 'text':
      return making.evaluate(logic.text, scope);
    case 'table': {
      const table = evaluateTable(logic, making, scope);
      return table.ok ? made(table.value.value) : making.orNull(table);
    }
    case 'list': {
      const items: DecisionValue[] = [];
      for (const item of logic.items) {
        const value = valueOfLogic(item, making, scope);
        if (!value.ok) return value;
        items.push(value.value);
      }
      return made(items);
    }
    case 'context':
      return valueOfContext(logic.entries, making, scope);
    case 'conditional': {
      const test = valueOfLogic(logic.test, making, scope);
      if (!test.ok) return test;
      if (making.world.isStandard === true && typeof test.value !== 'boolean')
        return making.orNull(notMade(`condition: ${shownIn(making.language, test.value)} is not of type boolean`));
      return valueOfLogic(test.value === true ? logic.positive : logic.negative, making, scope);
    }
    case 'function':
      return made(functionIn(logic, making, scope, ''));
    case 'call':
      return valueOfCall(logic, making, scope);
    case 'typed': {
      const value = valueOfLogic(logic.logic, making, scope);
      return value.ok ? conform(value.value, logic.type, making) : value;
    }
    case 'for':
      return forEach(logic, making, scope, (part, inside) => valueOfLogic(part, making, inside));
    case 'quantified':
      return quantified(logic, making, scope, (part, inside) => valueOfLogic(part, making, inside));
    case 'filter':
      return filtered(logic, making, scope, (part, inside) => valueOfLogic(part, making, inside));
    case 'service':
      return notMade('a decision service is called by decisions and tasks only');
  }
}

function valueOfContext(entries: readonly ContextEntry[], making: Making, scope: DecisionScope): Made {
  const values: Record<string, DecisionValue> = Object.create(null);
  for (const { name, type, logic } of entries) {
    const inside = within(scope, values);
    // a function in a context can call itself by name
    const value =
      logic.kind === 'function' && name !== undefined
        ? made(functionIn(logic, making, inside, name))
        : valueOfLogic(logic, making, inside);
    const typed = value.ok ? conform(value.value, type, making) : value;
    if (!typed.ok) return name === undefined ? typed : about(`entry '${name}'`, typed);
    if (name === undefined) return typed;
    values[name] = typed.value;
  }
  return made(making.language.context({ ...values }));
}

/** A function sees the names of its scope. @param name for recursive calls; empty: none */
export function functionIn(
  { parameters, body, result = 'any' }: Extract<DecisionLogic, { kind: 'function' }>,
  making: Making,
  scope: DecisionScope,
  name: string,
): DecisionValue {
  const itself: DecisionValue = functionOf(
    {
      parameters,
      result,
      name,
      invoke: (given) => valueOfLogic(body, making, within(scope, name === '' ? given : { [name]: itself, ...given })),
    },
    making,
  );
  return itself;
}

function valueOfCall(
  { callee, arguments: written }: Extract<DecisionLogic, { kind: 'call' }>,
  making: Making,
  scope: DecisionScope,
): Made {
  const called = making.evaluate(callee, scope);
  if (!called.ok) return called;
  const given: Record<string, DecisionValue> = Object.create(null);
  for (const { name, logic } of written) {
    const value = valueOfLogic(logic, making, scope);
    if (!value.ok) return about(`parameter '${name}'`, value);
    given[name] = value.value;
  }
  if (making.language.kindOf(called.value) !== 'function') return making.orNull(notMade(`'${callee.source}' is not a function`));
  const result = making.language.call(called.value, given);
  return result ?? making.orNull(notMade(`function '${callee.source}' has no parameters ${Object.keys(given).join(', ')}`));
}
