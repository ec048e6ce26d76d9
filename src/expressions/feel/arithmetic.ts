import { evaluate, parseExpression } from '@bpmn-io/feelin';
import { CompiledCache } from '../compiled-cache.ts';
import { computed, type Decimal, decimalOf, isDecimal } from './decimal.ts';

/** FEEL computes with decimals (bpmn.md 10.4), the library with doubles: what is computed in a source is handed to a function of ours. */
export interface DecimalSource {
  readonly source: string;
  /** what the source calls in place of operators and of functions that compute */
  readonly functions: Readonly<Record<string, unknown>>;
}

type SyntaxNode = ReturnType<typeof parseExpression>['topNode'];
/** A computation over operands, named by their position in the call. */
type Term = number | { readonly operator: string; readonly left: Term; readonly right: Term };

const COMPUTE = '__compute';
const OPERATOR = /[-+*/^]/;
const ADDING = /\b(?:sum|mean|product)\b/;

/**
 * The source with every chain of operators as one call.
 * @param context what the source is evaluated with: names of several words are names only where they are known
 */
export function withDecimals(source: string, context: Readonly<Record<string, unknown>>, dialect?: string): DecimalSource {
  const functions = ADDING.test(source) ? LISTS : {};
  if (!OPERATOR.test(source)) return { source, functions };
  const { written, terms } = rewritten(source, context, dialect);
  if (terms.length === 0) return { source, functions };
  const compute = (at: number, ...operands: unknown[]) => {
    const term = terms[at];
    return term === undefined ? null : asValue(resultOf(term, operands));
  };
  return { source: written, functions: { ...functions, [COMPUTE]: Object.assign(compute, { $args: ['at', '...operands'] }) } };
}

interface Rewritten {
  readonly written: string;
  readonly terms: readonly Term[];
}
/** Sources that were rewritten before: parsing them takes longer than anything else here. */
const known = new CompiledCache<Rewritten>(2000, 4 * 1024 * 1024);

/** What a source becomes depends on nothing else than the names of several words it may hold. */
function rewritten(source: string, context: Readonly<Record<string, unknown>>, dialect: string | undefined): Rewritten {
  const oddNames = Object.keys(context).filter((name) => /[^\p{L}\p{N}_$]/u.test(name));
  return known.get(`${source}\n${oddNames.join('\n')}`, () => {
    const terms: Term[] = [];
    const written = write(parseExpression(source, context, dialect).topNode, source, terms);
    return { written, terms };
  });
}

/** The text of a node, computations inside it replaced by calls. */
function write(node: SyntaxNode, source: string, terms: Term[]): string {
  if (isBinary(node)) {
    const operands: string[] = [];
    const term = termOf(node, source, terms, operands);
    return `${COMPUTE}(${terms.push(term) - 1}, ${operands.join(', ')})`;
  }
  let written = '';
  let from = node.from;
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    written += source.slice(from, child.from) + write(child, source, terms);
    from = child.to;
  }
  return written + source.slice(from, node.to);
}

function termOf(node: SyntaxNode, source: string, terms: Term[], operands: string[]): Term {
  const inside = insideOf(node);
  if (!isBinary(inside)) return operands.push(write(node, source, terms)) - 1;
  const [left, operator, right] = childrenOf(inside) as [SyntaxNode, SyntaxNode, SyntaxNode];
  return {
    operator: source.slice(operator.from, operator.to),
    left: termOf(left, source, terms, operands),
    right: termOf(right, source, terms, operands),
  };
}

/** What stands between brackets. */
function insideOf(node: SyntaxNode): SyntaxNode {
  const inner =
    node.name === 'ParenthesizedExpression' ? childrenOf(node).filter(({ name }) => name !== '(' && name !== ')') : [];
  return inner.length === 1 && inner[0] !== undefined ? insideOf(inner[0]) : node;
}

function isBinary(node: SyntaxNode): boolean {
  return node.name === 'ArithmeticExpression' && childrenOf(node).length === 3;
}

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (!child.name.endsWith('Comment')) children.push(child);
  }
  return children;
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
