import { readFileSync } from 'node:fs';
import { parseAst } from 'vite';

/** A node of the syntax tree of a type. */
export interface TypeNode {
  readonly type: string;
  // biome-ignore lint/suspicious/noExplicitAny: the parser gives a tree of many shapes
  readonly [field: string]: any;
}

/** A type as it is written, and where its names are looked up. `given`: the arguments of a generic type around it. */
export interface SourceType {
  readonly node: TypeNode;
  readonly file: URL;
  readonly given: ReadonlyMap<string, SourceType>;
}

/** A type with a name: an alias or an interface. */
interface Declaration {
  readonly parameters: readonly { readonly name: string; readonly fallback: TypeNode | null }[];
  readonly node: TypeNode;
}

/** The declared types of source files, found by name across their imports. */
export class SourceTypes {
  readonly #files = new Map<string, { readonly declared: Map<string, Declaration>; readonly imported: Map<string, URL> }>();

  /** A type of this name in a file, with no arguments. */
  named(name: string, file: URL): SourceType {
    return this.resolve({ node: { type: 'TSTypeReference', typeName: { name }, typeArguments: null }, file, given: new Map() });
  }

  /** The type that a reference names. */
  resolve(reference: SourceType): SourceType {
    const name = reference.node['typeName'].name as string;
    const argument = reference.given.get(name);
    if (argument !== undefined) return argument;
    const [whole] = (reference.node['typeArguments']?.params ?? []) as TypeNode[];
    if (name === 'Readonly' && whole !== undefined) return { ...reference, node: whole };
    const { declared, imported } = this.#read(reference.file);
    const declaration = declared.get(name);
    if (declaration === undefined) {
      const from = imported.get(name);
      if (from === undefined) throw new Error(`${reference.file.pathname} names the type ${name}, which is declared nowhere`);
      return this.resolve({ ...reference, file: from, given: this.#argumentsAt(reference) });
    }
    return { node: declaration.node, file: reference.file, given: this.#bind(declaration, reference) };
  }

  /** Arguments keep their own place; by position, because the name of a parameter is known only where the type is declared. */
  #argumentsAt(reference: SourceType): Map<string, SourceType> {
    const written = (reference.node['typeArguments']?.params ?? []) as TypeNode[];
    return new Map(written.map((node, index) => [`#${index}`, { node, file: reference.file, given: reference.given }]));
  }

  #bind({ parameters }: Declaration, reference: SourceType): Map<string, SourceType> {
    const written = this.#argumentsAt(reference);
    return new Map(
      parameters.map(({ name, fallback }, index) => {
        const argument = reference.given.get(`#${index}`) ?? written.get(`#${index}`);
        const node = fallback ?? { type: 'TSUnknownKeyword' };
        return [name, argument ?? { node, file: reference.file, given: new Map() }];
      }),
    );
  }

  #read(file: URL) {
    const known = this.#files.get(file.href);
    if (known !== undefined) return known;
    const read = { declared: new Map<string, Declaration>(), imported: new Map<string, URL>() };
    for (const statement of parseAst(readFileSync(file, 'utf8'), { lang: 'ts' }).body as unknown as TypeNode[]) {
      if (statement.type === 'ImportDeclaration' && (statement['source'].value as string).startsWith('.'))
        for (const { local } of statement['specifiers']) read.imported.set(local.name, new URL(statement['source'].value, file));
      const declaration = (statement['declaration'] ?? statement) as TypeNode;
      if (declaration.type !== 'TSTypeAliasDeclaration' && declaration.type !== 'TSInterfaceDeclaration') continue;
      const parameters = (declaration['typeParameters']?.params ?? []) as TypeNode[];
      read.declared.set(declaration['id'].name, {
        parameters: parameters.map((each) => ({ name: each['name'].name, fallback: each['default'] ?? null })),
        node: declaration.type === 'TSInterfaceDeclaration' ? declaration : declaration['typeAnnotation'],
      });
    }
    this.#files.set(file.href, read);
    return read;
  }
}
