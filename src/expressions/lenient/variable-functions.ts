import type { Cursor } from './cursor.ts';
import type { BinaryOperator, Expr } from './syntax.ts';

/** Prefixes of Flowable: `var:get(x)`. */
const PREFIXES = new Set(['variables', 'vars', 'var']);

type Variable = Extract<Expr, { kind: 'variable' }>;
/** Rewrites a call to an expression of the variable and the other arguments. */
type Meaning = (variable: Variable, args: readonly Expr[]) => Expr;

const NULL: Expr = { kind: 'literal', value: null, isDouble: false };
const compared =
  (operator: BinaryOperator): Meaning =>
  (variable, [right = NULL]) => ({ kind: 'chain', first: variable, rest: [{ operator, right }] });
const not = (operand: Expr): Expr => ({ kind: 'unary', operator: '!', operand });
const isEmpty: Meaning = (variable) => ({ kind: 'unary', operator: 'empty', operand: variable });
const exists: Meaning = ({ name }) => ({
  kind: 'path',
  head: { kind: 'variable', name: 'execution', explicit: false },
  steps: [{ kind: 'call', name: 'hasVariable', args: [{ kind: 'literal', value: name, isDouble: false }], safe: false }],
});
const contained =
  (operator: '&&' | '||'): Meaning =>
  (variable, args) => ({
    kind: 'logic',
    operator: '&&',
    operands: [
      compared('!=')(variable, [NULL]),
      {
        kind: 'logic',
        operator,
        operands: args.map((arg) => ({
          kind: 'path',
          head: variable,
          steps: [{ kind: 'call', name: 'contains', args: [arg], safe: false }],
        })),
      },
    ],
  });

/** `others`: arguments after the variable (`1+`: at least one). */
const FUNCTIONS: ReadonlyMap<string, { readonly others: '0' | '1' | '1+'; readonly meaning: Meaning }> = new Map([
  ...row('get', '0', (variable) => variable),
  ...row('getOrDefault', '1', (variable, [other = NULL]) => ({ kind: 'coalesce', operands: [variable, other] })),
  ...row('exists exist', '0', exists),
  ...row('isEmpty empty', '0', isEmpty),
  ...row('isNotEmpty notEmpty', '0', (variable, args) => not(isEmpty(variable, args))),
  ...row('equals eq', '1', compared('==')),
  ...row('notEquals ne', '1', compared('!=')),
  ...row('lowerThan lessThan lt', '1', compared('<')),
  ...row('lowerThanOrEquals lessThanOrEquals lte', '1', compared('<=')),
  ...row('greaterThan gt', '1', compared('>')),
  ...row('greaterThanOrEquals gte', '1', compared('>=')),
  ...row('contains', '1+', contained('&&')),
  ...row('containsAny', '1+', contained('||')),
]);

function row(names: string, others: '0' | '1' | '1+', meaning: Meaning) {
  return names.split(' ').map((name) => [name, { others, meaning }] as const);
}

/** `var:get(` without blanks, to distinguish it from the branches of `?:`. */
export function isVariableFunctionAhead(cursor: Cursor): boolean {
  const [prefix, colon, name] = [cursor.peek(), cursor.peek(1), cursor.peek(2)];
  if (prefix.kind !== 'name' || !PREFIXES.has(prefix.text) || !cursor.isOperator(':', 1) || !cursor.isOperator('(', 3))
    return false;
  return prefix.end === colon.start && colon.end === name.start && FUNCTIONS.has(name.text);
}

/** Rewrites it. Throws SyntaxProblem for a wrong number of arguments. */
export function parseVariableFunction(cursor: Cursor, parseArgs: () => readonly Expr[]): Expr {
  cursor.skip(2);
  const { text } = cursor.next();
  const problem = (wanted: string) => cursor.problem(`'${text}' needs ${wanted}`);
  const [first, ...others] = parseArgs();
  const found = FUNCTIONS.get(text);
  const variable = first === undefined ? undefined : named(first);
  if (variable === undefined || found === undefined) throw problem('the name of a variable');
  const isRight = found.others === '1+' ? others.length > 0 : others.length === Number(found.others);
  if (!isRight) throw problem(found.others === '0' ? 'one argument' : 'one more argument');
  return found.meaning(variable, others);
}

/** String or bare name. An unknown variable is null, as in Flowable. */
function named(expr: Expr): Variable | undefined {
  const name = expr.kind === 'variable' ? expr.name : expr.kind === 'literal' ? expr.value : undefined;
  return typeof name === 'string' ? { kind: 'variable', name, explicit: true } : undefined;
}
