import { expect } from 'chai';
import { parseAst } from 'vite';
import { SOURCE_FILES } from './source-files.ts';

const TYPES: ReadonlySet<string> = new Set([
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'TSEnumDeclaration',
  'ClassDeclaration',
]);

interface Text {
  readonly path: string;
  readonly text: string;
}

/** A statement of a module, as far as it is read here. */
interface Declaration {
  readonly type: string;
  readonly declaration?: Declaration | null;
  readonly id?: { readonly name?: string; readonly start?: number } | null;
}

/** Where each exported type is declared, by its name. */
function declaredTypes(files: readonly Text[]): Map<string, string[]> {
  const places = new Map<string, string[]>();
  for (const { path, text } of files) {
    const { body } = parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }, path);
    for (const { type, declaration } of body as readonly Declaration[]) {
      if (type !== 'ExportNamedDeclaration' && type !== 'ExportDefaultDeclaration') continue;
      if (declaration === null || declaration === undefined || !TYPES.has(declaration.type)) continue;
      const { name, start = 0 } = declaration.id ?? {};
      if (name === undefined) continue;
      const line = text.slice(0, start).split('\n').length;
      places.set(name, [...(places.get(name) ?? []), `src/${path}:${line}`]);
    }
  }
  return places;
}

function doublesIn(files: readonly Text[]): string[] {
  return [...declaredTypes(files)]
    .filter(([, places]) => places.length > 1)
    .map(([name, places]) => `${name}: ${places.join(', ')}`);
}

describe('names of exported types', () => {
  // slow: parses every file of src
  it('mean one thing in all of src', () => {
    const doubles = doublesIn(SOURCE_FILES);
    expect(doubles, `${doubles.join('\n')}\nGive one of them the name of what it is in its room.`).to.deep.equal([]);
  });

  it('are compared whether they are interfaces, aliases, classes or enums, and not when they stay in their file', () => {
    const files: readonly Text[] = [
      {
        path: 'a/one.ts',
        text: 'export interface A { a: 1 }\nexport type B = 1;\nexport abstract class C {}\nexport enum D {}\ntype E = 1;',
      },
      {
        path: 'b/two.ts',
        text: 'export type A = 1;\n\nexport class B {}\nexport enum C {}\nexport interface D {}\nexport type E = 2;',
      },
      { path: 'b/three.tsx', text: 'export { A } from "./two.ts";\nexport const F = () => <p />;\nexport type F = 1;' },
    ];
    expect(doublesIn(files)).to.deep.equal([
      'A: src/a/one.ts:1, src/b/two.ts:1',
      'B: src/a/one.ts:2, src/b/two.ts:3',
      'C: src/a/one.ts:3, src/b/two.ts:4',
      'D: src/a/one.ts:4, src/b/two.ts:5',
    ]);
  });
});
