import { readFileSync } from 'node:fs';
import { type SourceType, SourceTypes, type TypeNode } from './source-types.ts';

/**
 * The shape of a stored value, as JSON that a reader follows: `"number"`, `"'a' | 'b'"`; an object by its members, `name?` when it may be absent;
 * an array of alternatives; `{ "list of": … }`, `{ "map of": … }`; the name of a type under `types`.
 */
export type Shape = string | readonly Shape[] | { readonly [member: string]: Shape };

/** Events that a release writes. */
export interface EventSchema {
  readonly eventVersion: number;
  readonly snapshotVersion: number;
  /** by type, without the member `type` itself */
  readonly events: Readonly<Record<string, Shape>>;
  readonly types: Readonly<Record<string, Shape>>;
}

/** Types of the values that a process brings: whatever they hold is none of the engine's. */
const VALUES: Readonly<Record<string, Shape>> = { Json: 'any value', Variables: { 'map of': 'any value' } };
const SCALARS: Readonly<Record<string, string>> = {
  TSStringKeyword: 'string',
  TSNumberKeyword: 'number',
  TSBooleanKeyword: 'boolean',
  TSNullKeyword: 'null',
};

/** The union types of all events, and their files. */
const UNIONS = [
  ['EngineEvent', 'events.ts'],
  ['DefinitionEvent', 'events/journal-events.ts'],
] as const;

/** Reads the schema of all events out of the source of the engine. @param engine folder */
export function readEventSchema(engine: URL): EventSchema {
  const types = new SourceTypes();
  const writer = new ShapeWriter(types);
  const events = Object.fromEntries(
    UNIONS.flatMap(([union, file]) =>
      alternativesOf(types, types.named(union, new URL(file, engine))).map((event) => {
        const { type, ...members } = writer.write(event) as { readonly [member: string]: Shape };
        return [String(type).slice(1, -1), members] as const;
      }),
    ),
  );
  return {
    eventVersion: constantIn(new URL('events.ts', engine), 'EVENT_VERSION'),
    snapshotVersion: constantIn(new URL('state/snapshot.ts', engine), 'SNAPSHOT_VERSION'),
    events: sorted(events),
    types: sorted(usedBy(events, writer.named)),
  };
}

/** The schema as it is committed. */
export function textOfSchema(schema: EventSchema): string {
  return `${JSON.stringify(schema, null, 2)}\n`;
}

function constantIn(file: URL, name: string): number {
  const found = new RegExp(`^export const ${name} = (\\d+);$`, 'm').exec(readFileSync(file, 'utf8'));
  if (found === null) throw new Error(`${file.pathname} has no ${name}`);
  return Number(found[1]);
}

function sorted<T>(record: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns the named types that events use; types that are only merged into others do not count. */
function usedBy(events: Readonly<Record<string, Shape>>, named: Readonly<Record<string, Shape>>): Record<string, Shape> {
  const used: Record<string, Shape> = {};
  const visit = (shape: Shape): void => {
    if (typeof shape !== 'string') for (const inner of Object.values(shape)) visit(inner);
    else if (named[shape] !== undefined && used[shape] === undefined) {
      used[shape] = named[shape];
      visit(named[shape]);
    }
  };
  for (const members of Object.values(events)) visit(members);
  return used;
}

/** The members of a union, however many names it is behind. */
function alternativesOf(types: SourceTypes, source: SourceType): SourceType[] {
  const { node } = source;
  if (node.type === 'TSTypeReference') return alternativesOf(types, types.resolve(source));
  if (node.type !== 'TSUnionType') return [source];
  return (node['types'] as TypeNode[]).flatMap((each) => alternativesOf(types, { ...source, node: each }));
}

/** Turns types of the source into shapes. `named`: the objects and unions that it has met under a name. */
class ShapeWriter {
  readonly named: Record<string, Shape> = {};
  readonly #types: SourceTypes;

  constructor(types: SourceTypes) {
    this.#types = types;
  }

  write(source: SourceType): Shape {
    const { node } = source;
    const inside = (other: TypeNode) => this.write({ ...source, node: other });
    if (SCALARS[node.type] !== undefined) return SCALARS[node.type] as string;
    switch (node.type) {
      case 'TSLiteralType':
        return typeof node['literal'].value === 'string' ? `'${node['literal'].value}'` : String(node['literal'].value);
      case 'TSArrayType':
        return { 'list of': inside(node['elementType']) };
      case 'TSTypeOperator':
        return inside(node['typeAnnotation']);
      case 'TSParenthesizedType':
        return inside(node['typeAnnotation']);
      case 'TSTupleType':
        return { 'tuple of': (node['elementTypes'] as TypeNode[]).map(inside) };
      case 'TSUnionType':
        return joined((node['types'] as TypeNode[]).map(inside));
      case 'TSIntersectionType':
        return merged((node['types'] as TypeNode[]).map((each) => this.#unnamed(inside(each))));
      case 'TSUnknownKeyword':
        return {};
      case 'TSTypeLiteral':
        return this.#members(source, node['members']);
      case 'TSInterfaceDeclaration':
        return this.#interface(source);
      case 'TSIndexedAccessType':
        return this.#member(source);
      case 'TSTypeReference':
        return this.#reference(source);
      default:
        throw new Error(
          `${source.file.pathname}: no shape is known for ${node.type}; teach it to test/support/history/event-schema.ts`,
        );
    }
  }

  #reference(source: SourceType): Shape {
    const name = source.node['typeName'].name as string;
    const values = VALUES[name];
    if (values !== undefined) return values;
    const [first, second] = (source.node['typeArguments']?.params ?? []) as TypeNode[];
    if (name === 'ReadonlyArray' && first !== undefined) return { 'list of': this.write({ ...source, node: first }) };
    if (name === 'Record' && second !== undefined) return { 'map of': this.write({ ...source, node: second }) };
    const target = this.#types.resolve(source);
    if (first !== undefined || source.given.has(name)) return this.write(target);
    if (this.named[name] !== undefined) return name;
    this.named[name] = name; // met again inside itself: by its name
    const shape = this.write(target);
    if (typeof shape === 'string' && !shape.includes(' | ')) {
      delete this.named[name];
      return shape;
    }
    this.named[name] = shape;
    return name;
  }

  #interface(source: SourceType): Shape {
    const above = aboveOf(source.node).map((node) => this.#unnamed(this.write({ ...source, node })));
    return merged([...above, this.#members(source, source.node['body'].body)]);
  }

  #members(source: SourceType, members: readonly TypeNode[]): Shape {
    const shapes: Record<string, Shape> = {};
    for (const member of members) {
      const shape = this.write({ ...source, node: member['typeAnnotation'].typeAnnotation });
      if (member.type === 'TSIndexSignature') return { 'map of': shape };
      if (member['computed'] === true) continue; // the mark of a distinct type: nothing of it is stored
      shapes[`${member['key'].name ?? member['key'].value}${member['optional'] === true ? '?' : ''}`] = shape;
    }
    return sorted(shapes);
  }

  /** `Union['member']`: what the member is in each alternative. */
  #member(source: SourceType): Shape {
    const name = source.node['indexType'].literal.value as string;
    const objects = alternativesOf(this.#types, { ...source, node: source.node['objectType'] });
    return joined(
      objects.map((object) => {
        const shape = this.#memberOf(object, name);
        if (shape === undefined) throw new Error(`${object.file.pathname}: a type has no member '${name}'`);
        return shape;
      }),
    );
  }

  #memberOf(object: SourceType, name: string): Shape | undefined {
    const { node } = object;
    if (node.type === 'TSTypeReference') return this.#memberOf(this.#types.resolve(object), name);
    const members = (node.type === 'TSInterfaceDeclaration' ? node['body'].body : (node['members'] ?? [])) as TypeNode[];
    const member = members.find((each) => each['key']?.name === name);
    if (member !== undefined) return this.write({ ...object, node: member['typeAnnotation'].typeAnnotation });
    const parts = node.type === 'TSInterfaceDeclaration' ? aboveOf(node) : ((node['types'] ?? []) as TypeNode[]);
    return parts.map((part) => this.#memberOf({ ...object, node: part }, name)).find((shape) => shape !== undefined);
  }

  #unnamed(shape: Shape): Shape {
    return typeof shape === 'string' ? (this.named[shape] ?? shape) : shape;
  }
}

/** Parents of an interface. */
function aboveOf(node: TypeNode): TypeNode[] {
  return (node['extends'] as TypeNode[]).map(({ expression: typeName, typeArguments }) => ({
    type: 'TSTypeReference',
    typeName,
    typeArguments,
  }));
}

/** One shape for alternatives: a line of texts when all are texts. */
function joined(shapes: readonly Shape[]): Shape {
  const distinct = [...new Map(shapes.map((shape) => [JSON.stringify(shape), shape])).values()];
  const isScalar = (shape: Shape) => typeof shape === 'string' && !/^[A-Z]/.test(shape);
  if (distinct.every(isScalar))
    return distinct
      .flatMap((text) => String(text).split(' | '))
      .sort()
      .join(' | ');
  return distinct.length === 1 ? (distinct[0] as Shape) : distinct;
}

/** All members of several objects; a text with a mark is the text. */
function merged(shapes: readonly Shape[]): Shape {
  const text = shapes.find((shape) => typeof shape === 'string');
  return text ?? sorted(Object.assign({}, ...shapes) as Record<string, Shape>);
}
