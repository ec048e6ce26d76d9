import { namesInType } from './compile/types.ts';
import type { KnownNames } from './syntax/cursor.ts';
import { childrenOf, type FeelNode } from './syntax/nodes.ts';
import { FeelParser } from './syntax/parser.ts';

/** A text without these words names no types. */
const NAMES_TYPES = /\b(?:instance|function)\b/;

/** Type names in a text that are not built in. Throws SyntaxProblem. */
export function typeNamesIn(source: string, names: KnownNames): ReadonlySet<string> {
  const found = new Set<string>();
  if (NAMES_TYPES.test(source)) collect(FeelParser.expression(source, names), found);
  return found;
}

function collect(node: FeelNode, found: Set<string>): void {
  const types =
    node.kind === 'instance of' ? [node.type] : node.kind === 'function' ? node.parameters.map(({ type }) => type) : [];
  for (const type of types) if (type !== undefined) for (const name of namesInType(type)) found.add(name);
  for (const child of childrenOf(node)) collect(child, found);
}
