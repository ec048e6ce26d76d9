import { parseAst } from 'vite';

/** A node of a syntax tree (ESTree with types), `start` and `end` in characters of the text it was read from. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  // biome-ignore lint/suspicious/noExplicitAny: the parser gives a tree of many shapes
  readonly [field: string]: any;
}

/** Placeholder of a pattern, and the matching name. */
export type Names = ReadonlyMap<string, string>;

/** Where a pattern was found. */
export interface Match {
  readonly start: number;
  readonly end: number;
  readonly names: Names;
}

const WHERE = new Set(['start', 'end', 'range', 'loc', 'raw']);
/** Parts that a pattern may leave out: `(a) => b` matches `(a: A): B => b`. */
const MAY_BE_LEFT_OUT = new Set(['typeAnnotation', 'returnType']);
/** `{ a }` is `{ a: a }`. */
const ONLY_FORM = new Set(['shorthand']);

/** Code around statements that are only valid inside a function or a loop. */
const AROUND = { before: 'async function* _() { for (;;) {', after: '\n} }' };

export function parse(text: string): SyntaxNode {
  return parseAst(text, { lang: 'ts', preserveParens: false }) as unknown as SyntaxNode;
}

/** A piece of code alone. */
export interface Fragment {
  /** one expression, or statements */
  readonly nodes: readonly SyntaxNode[];
  readonly isExpression: boolean;
  /** its placeholders with their places in the text */
  readonly placeholders: readonly { readonly name: string; readonly start: number; readonly end: number }[];
}

/** Reads an expression (without a semicolon at its end; `({ … })` for an object) or some statements. */
export function readFragment(text: string): Fragment {
  const [around] = parse(AROUND.before + text + AROUND.after)['body'];
  const statements: readonly SyntaxNode[] = around.body.body[0].body.body;
  const [first] = statements;
  const isExpression = statements.length === 1 && first?.type === 'ExpressionStatement' && !text.trimEnd().endsWith(';');
  const nodes = isExpression ? [first['expression'] as SyntaxNode] : statements;
  const placeholders = nodes
    .flatMap((node) => [...allNodes(node)])
    .filter(isPlaceholder)
    .map(({ name, start, end }) => ({ name, start: start - AROUND.before.length, end: end - AROUND.before.length }));
  return { nodes, isExpression, placeholders };
}

/** Finds all matches of a pattern below a node. */
export function matchesIn(root: SyntaxNode, { nodes: pattern }: Fragment): Match[] {
  const [only] = pattern;
  const found: Match[] = [];
  for (const node of allNodes(root)) {
    const rows = pattern.length === 1 ? [[node]] : statementsOf(node).map((_, at, all) => all.slice(at, at + pattern.length));
    for (const row of rows) {
      const names = new Map<string, string>();
      if (only === undefined || !isLike(pattern, row, names)) continue;
      found.push({ start: row[0]!.start, end: row.at(-1)!.end, names });
    }
  }
  return found;
}

/** A node and all below it, in the order of the text as far as the tree has it. */
export function* allNodes(node: SyntaxNode): Generator<SyntaxNode> {
  yield node;
  for (const child of childrenOf(node)) yield* allNodes(child);
}

export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  // the key and the value of a short form are one place
  if (node.type === 'Property' && node['shorthand'] === true) return [node['value']];
  return Object.values(node).flat().filter(isNode);
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

function isPlaceholder(node: SyntaxNode): boolean {
  return node.type === 'Identifier' && node['name'].startsWith('$');
}

function statementsOf(node: SyntaxNode): readonly SyntaxNode[] {
  const list = node.type === 'SwitchCase' ? node['consequent'] : node['body'];
  return Array.isArray(list) ? list : [];
}

/** True if the code matches the pattern in any layout. `names` gets the texts at its placeholders: the same name everywhere. */
function isLike(pattern: unknown, code: unknown, names: Map<string, string>): boolean {
  if (Array.isArray(pattern)) {
    return Array.isArray(code) && pattern.length === code.length && pattern.every((one, at) => isLike(one, code[at], names));
  }
  if (!isNode(pattern)) return isSameValue(pattern, code);
  if (!isNode(code) || pattern.type !== code.type) return false;
  if (isPlaceholder(pattern)) {
    const known = names.get(pattern['name']);
    if (known === undefined) names.set(pattern['name'], code['name']);
    return known === undefined || known === code['name'];
  }
  return Object.keys(pattern).every((field) => {
    if (WHERE.has(field) || ONLY_FORM.has(field)) return true;
    if (MAY_BE_LEFT_OUT.has(field) && pattern[field] === null) return true;
    return isLike(pattern[field], code[field], names);
  });
}

/** Values that are no nodes: names, operators, flags, the text of a template. */
function isSameValue(pattern: unknown, code: unknown): boolean {
  if (typeof pattern !== 'object' || pattern === null) return pattern === code || (pattern ?? null) === (code ?? null);
  return JSON.stringify(pattern) === JSON.stringify(code, (_, value) => value);
}
