import type { Mutant } from './mutant.ts';
import { allNodes, type Fragment, type Match, matchesIn, type Names, parse, readFragment, type SyntaxNode } from './syntax.ts';

/** A source file with its syntax tree. */
export interface Source {
  /** path below src/engine */
  readonly file: string;
  readonly text: string;
  readonly tree: SyntaxNode;
  /** the declarations that a mutant can name; there may be several of one name */
  readonly declared: ReadonlyMap<string, readonly SyntaxNode[]>;
}

/** A source file with one bug in it. */
export interface Patched {
  readonly file: string;
  readonly text: string;
}

const NEXT_STEP = 'The code has changed: write the same bug into the new code, in lab/mutants.';

export function readSource(file: string, text: string): Source {
  const tree = parse(text);
  const declared = new Map<string, SyntaxNode[]>();
  for (const [name, node] of declarationsOf(tree)) declared.set(name, [...(declared.get(name) ?? []), node]);
  return { file, text, tree, declared };
}

/** Returns the file with the bug. @throws if the code of the mutant is not at its place exactly once */
export function patch(mutant: Mutant, sources: readonly Source[]): Patched {
  const pattern = readFragment(mutant.from);
  const places = placesOf(mutant.in, sources).flatMap(({ source, node }) =>
    matchesIn(node, pattern).map((match) => ({ source, match })),
  );
  const [place] = places;
  if (place === undefined || places.length > 1) {
    const files = places.map(({ source }) => source.file).join(', ');
    throw new Error(
      `mutant '${mutant.bug}': its code stands ${places.length} times in ${mutant.in} (${files}), not once. ${NEXT_STEP}`,
    );
  }
  const { source, match } = place;
  return { file: source.file, text: replaced(source.text, match, replacementOf(mutant, pattern, match.names)) };
}

/** The declarations of a name; all files when it is gone. */
function placesOf(name: string, sources: readonly Source[]): { source: Source; node: SyntaxNode }[] {
  const named = sources.flatMap((source) => (source.declared.get(name) ?? []).map((node) => ({ source, node })));
  return named.length > 0 ? named : sources.map((source) => ({ source, node: source.tree }));
}

function replacementOf({ bug, to }: Mutant, pattern: Fragment, names: Names): string {
  if (to === '') return ';';
  const { isExpression, placeholders } = readFragment(to);
  let text = to;
  for (const { name, start, end } of placeholders.toReversed()) {
    const known = names.get(name);
    if (known === undefined) throw new Error(`mutant '${bug}': ${name} stands in its 'to', not in its 'from'`);
    text = text.slice(0, start) + known + text.slice(end);
  }
  if (isExpression !== pattern.isExpression)
    throw new Error(`mutant '${bug}': an expression can only take the place of an expression`);
  return isExpression ? `(${text})` : text;
}

function replaced(text: string, { start, end }: Match, replacement: string): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

/** Functions, constants and classes of a file, and the members of its classes and objects as `owner.member`. */
function* declarationsOf(tree: SyntaxNode): Generator<[string, SyntaxNode]> {
  for (const statement of tree['body'] as readonly SyntaxNode[]) {
    const declaration: SyntaxNode = statement['declaration'] ?? statement;
    const all: readonly SyntaxNode[] = declaration['declarations'] ?? [declaration];
    for (const one of all) {
      const name: string | undefined = one['id']?.name;
      if (name === undefined) continue;
      yield [name, one];
      for (const member of membersOf(one)) yield [`${name}.${member['key'].name ?? member['key'].value}`, member];
    }
  }
}

/** The member of a class or an object literal with a name, at any depth of literals. */
function membersOf(declaration: SyntaxNode): SyntaxNode[] {
  const inside = declaration['init'] ?? declaration['body'];
  if (inside === undefined || inside === null) return [];
  if (inside.type === 'ClassBody') return (inside.body as SyntaxNode[]).filter(({ key }) => key !== undefined);
  if (!['ObjectExpression', 'TSSatisfiesExpression', 'TSAsExpression'].includes(inside.type)) return [];
  return [...allNodes(inside)].filter(({ type, computed }) => type === 'Property' && computed === false);
}
