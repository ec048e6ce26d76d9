import { KNOWN_FUNCTIONS } from './called-functions.ts';
import { childrenOf, type FeelNode, type IteratorNode } from './syntax/nodes.ts';
import { FeelParser } from './syntax/parser.ts';

/** Names in scope. */
interface Around {
  readonly names: ReadonlySet<string>;
  readonly outer: Around | null;
}

/**
 * Distinct names read but not defined, except functions. Not after a dot and in filters, where they may be members. Throws SyntaxProblem.
 * @param names known names with spaces
 */
export function freeNames(source: string, names: Iterable<string>): readonly string[] {
  const found = new Set<string>();
  visit(FeelParser.expression(source, { variables: names }), null, found);
  return [...found];
}

function visit(node: FeelNode, around: Around | null, found: Set<string>): void {
  switch (node.kind) {
    case 'name':
      if (!isKnown(node.name, around) && !KNOWN_FUNCTIONS.has(node.name)) found.add(node.name);
      return;
    case 'filter':
      visit(node.list, around, found);
      return;
    case 'for':
    case 'some':
    case 'every':
      visitLoop(node.iterators, node.result, { names: new Set(['partial']), outer: around }, found);
      return;
    case 'function':
      if (node.body !== null) visit(node.body, within(around, node.parameters), found);
      return;
    case 'context': {
      const inside = { names: new Set(node.entries.map(([name]) => name)), outer: around };
      for (const [, value] of node.entries) visit(value, inside, found);
      return;
    }
    default:
      for (const child of childrenOf(node)) visit(child, around, found);
  }
}

/** Iterators see the names of earlier ones. */
function visitLoop(iterators: readonly IteratorNode[], result: FeelNode, around: Around, found: Set<string>): void {
  let inside = around;
  for (const iterator of iterators) {
    visit(iterator.list, inside, found);
    if (iterator.end !== undefined) visit(iterator.end, inside, found);
    inside = within(inside, [iterator]);
  }
  visit(result, inside, found);
}

function within(outer: Around | null, named: readonly { readonly name: string }[]): Around {
  return { names: new Set(named.map(({ name }) => name)), outer };
}

function isKnown(name: string, around: Around | null): boolean {
  for (let at = around; at !== null; at = at.outer) if (at.names.has(name)) return true;
  return false;
}
