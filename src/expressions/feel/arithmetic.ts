import { evaluate } from '@bpmn-io/feelin';
import { computed, type Decimal, decimalOf, isDecimal } from './decimal.ts';

/** A computation over operands, named by their position in the call. */
export type Term = number | { readonly operator: string; readonly left: Term; readonly right: Term };

const ADDING = /\b(?:sum|mean|product)\b/;

/** FEEL computes with decimals, the library with doubles: what a term of operators gives (docs/spec/expressions.md#feel). */
export function valueOfTerm(term: Term, operands: readonly unknown[]): unknown {
  return asValue(resultOf(term, operands));
}

/** The functions that compute, where a source may call them. */
export function computingFunctions(source: string): Readonly<Record<string, unknown>> {
  return ADDING.test(source) ? LISTS : {};
}

/** Two numbers make a decimal, two texts a text; everything else is the library's affair. */
function resultOf(term: Term, operands: readonly unknown[]): unknown {
  if (typeof term === 'number') {
    const operand = operands[term];
    return typeof operand === 'number' ? (decimalOf(operand) ?? operand) : operand;
  }
  const left = resultOf(term.left, operands);
  const right = resultOf(term.right, operands);
  if (isDecimal(left) && isDecimal(right)) {
    const result = computed(term.operator, left, right);
    if (result !== undefined) return result;
  }
  if (term.operator === '+' && typeof left === 'string' && typeof right === 'string') return left + right;
  const values = { left: asValue(left), right: asValue(right) };
  const { value } = evaluate(`left ${term.operator} right`, values);
  return typeof value === 'number' ? (decimalOf(value) ?? value) : value;
}

function asValue(value: unknown): unknown {
  return isDecimal(value) ? value.toNumber() : value;
}

/** `sum`, `mean` and `product`: of numbers only as decimals, of everything else as the library has it. */
const LISTS = {
  sum: listFunction('sum', (numbers) => numbers.reduce((sum, number) => sum.plus(number))),
  product: listFunction('product', (numbers) => numbers.reduce((product, number) => product.times(number))),
  mean: listFunction('mean', (numbers) => {
    const sum = numbers.reduce((all, number) => all.plus(number));
    return sum.dividedBy(numbers.length);
  }),
};

function listFunction(name: string, compute: (numbers: readonly Decimal[]) => Decimal): unknown {
  const call = (...args: unknown[]) => {
    const list = args.length === 1 && Array.isArray(args[0]) ? (args[0] as unknown[]) : args;
    const numbers = list.map((item) => (typeof item === 'number' ? decimalOf(item) : undefined)).filter((n) => n !== undefined);
    if (numbers.length === list.length && numbers.length > 0) return compute(numbers).toNumber();
    return evaluate(`${name}(list)`, { list }).value;
  };
  return Object.assign(call, { $args: ['...list'] });
}
