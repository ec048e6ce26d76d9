import type { BasicType, CellTest, DecisionType } from '../../engine/model.ts';
import { attributeOf, isTrue, type XmlElement } from '../xml/xml-element.ts';
import { partOf, partsOf } from './dmn-xml.ts';

/** Characters of JSON that count as one part, for names and allowed values. */
const CHARACTERS_PER_PART = 256;

/** Parts, counted at each use, and nesting depth. */
interface TypeSize {
  readonly parts: number;
  readonly depth: number;
}

const BASIC: TypeSize = { parts: 1, depth: 1 };
const known = new WeakMap<object, TypeSize>();

/** Measures each type once: nested references can make the written-out type exponentially large. */
function sizeOfType(type: DecisionType): TypeSize {
  if (typeof type === 'string') return BASIC;
  const before = known.get(type);
  if (before !== undefined) return before;
  let [parts, depth] = [1 + Math.floor(charactersOf(type) / CHARACTERS_PER_PART), 0];
  for (const inner of innerOf(type)) {
    const size = sizeOfType(inner);
    parts += size.parts;
    depth = Math.max(depth, size.depth);
  }
  const size = { parts, depth: depth + 1 };
  known.set(type, size);
  return size;
}

/** Excludes inner types. */
function charactersOf(type: Exclude<DecisionType, string>): number {
  if (type.kind === 'allowed') return type.name.length + JSON.stringify(type.allowed).length;
  return type.kind === 'context' ? type.members.reduce((sum, { name }) => sum + name.length, 0) : 0;
}

function innerOf(type: Exclude<DecisionType, string>): readonly DecisionType[] {
  switch (type.kind) {
    case 'list':
      return [type.of];
    case 'context':
      return type.members.map((member) => member.type);
    case 'function':
      return [...(type.parameters ?? []), type.result ?? 'any'];
    case 'allowed':
      return [type.type];
    case 'range':
    case 'converted':
      return [];
  }
}

/** Limit per type, because it is stored with every value that uses it. */
const MAX_PARTS = 10_000;
const MAX_DEPTH = 50;

/** All type references of a file together. */
const MAX_NAMED_PARTS = 300_000;

/** All names in DMN and Camunda files, in lower case. */
const TYPES: ReadonlyMap<string, BasicType> = new Map<string, BasicType>([
  ['string', 'string'],
  ...['number', 'integer', 'long', 'double', 'int', 'float', 'decimal'].map((name) => [name, 'number'] as const),
  ['boolean', 'boolean'],
  ['date', 'date'],
  ['time', 'time'],
  ...['datetime', 'date and time'].map((name) => [name, 'dateTime'] as const),
  ...['daytimeduration', 'days and time duration'].map((name) => [name, 'dayTimeDuration'] as const),
  ...['yearmonthduration', 'years and months duration'].map((name) => [name, 'yearMonthDuration'] as const),
]);

/** Access of the types to their file. */
interface TypeSource {
  readonly definitions: XmlElement;
  /** Returns undefined if not enforced. */
  allowed(xml: XmlElement, item: string): CellTest | undefined;
  /** Reports a too large type; `what`: reason. */
  refuse(item: XmlElement, what: string): void;
  /** @param name of the import */
  importedBy(name: string): TypeRefs | undefined;
  /** Files imported without a name. */
  withoutName(): readonly TypeRefs[];
}

/** Resolves names to DMN types. */
export class TypeRefs {
  readonly #source: TypeSource;
  readonly #items: ReadonlyMap<string, XmlElement>;
  readonly #known = new Map<string, DecisionType>();
  #namedParts = 0;
  /** Definitions being read. */
  #depth = 0;

  constructor(source: TypeSource) {
    this.#source = source;
    const items = partsOf(source.definitions, 'itemDefinition');
    this.#items = new Map(items.map((item) => [attributeOf(item, 'name') ?? '', item] as const));
  }

  /** `any` if unknown. */
  of(xml: XmlElement | undefined): DecisionType {
    const name = xml && attributeOf(xml, 'typeRef');
    return name === undefined ? 'any' : this.named(name);
  }

  /** Looks in the file, its imports and DMN; `any` if unknown, recursive, or above a limit, which is reported. */
  named(name: string): DecisionType {
    const before = this.#known.get(name);
    if (before !== undefined) return this.#counted(before);
    const item = this.#items.get(name) ?? this.#items.get(withoutPrefix(name));
    if (item === undefined) return this.#imported(name) ?? TYPES.get(withoutPrefix(name).toLowerCase()) ?? 'any';
    // recursion: `any`
    this.#known.set(name, 'any');
    this.#depth += 1;
    // stop before reading beyond the limit
    const type = this.#depth > MAX_DEPTH ? this.#tooDeep(item) : this.#bounded(this.#typeOf(item, name), item);
    this.#depth -= 1;
    this.#known.set(name, type);
    return this.#counted(type);
  }

  #bounded(type: DecisionType, item: XmlElement): DecisionType {
    const { parts, depth } = sizeOfType(type);
    if (depth > MAX_DEPTH) return this.#tooDeep(item);
    if (parts <= MAX_PARTS) return type;
    this.#source.refuse(item, `has more than ${MAX_PARTS} parts`);
    return 'any';
  }

  #tooDeep(item: XmlElement): DecisionType {
    this.#source.refuse(item, `is more than ${MAX_DEPTH} types deep`);
    return 'any';
  }

  /** Reports an error once at the limit, and returns `any`. */
  #counted(type: DecisionType): DecisionType {
    if (typeof type === 'string') return type;
    const isFull = this.#namedParts > MAX_NAMED_PARTS;
    this.#namedParts += sizeOfType(type).parts;
    if (this.#namedParts <= MAX_NAMED_PARTS) return type;
    if (!isFull) this.#source.refuse(this.#source.definitions, `the file names types of more than ${MAX_NAMED_PARTS} parts`);
    return 'any';
  }

  /** Type of the file or its imports. */
  own(name: string): DecisionType | undefined {
    if (this.#items.has(name)) return this.named(name);
    const dot = name.indexOf('.');
    return dot === -1 ? undefined : this.#source.importedBy(name.slice(0, dot))?.own(name.slice(dot + 1));
  }

  /** Result of the function of a variable. DMN 1.1 has the type on the variable. */
  resultOf(variable: XmlElement | undefined): { readonly result?: DecisionType } {
    const type = this.of(variable);
    const result = typeof type === 'object' && type.kind === 'function' ? type.result : type;
    return result === undefined || result === 'any' ? {} : { result };
  }

  /** Values from its item definition. */
  allowedOf(xml: XmlElement): XmlElement | undefined {
    const item = this.#items.get(attributeOf(xml, 'typeRef') ?? '');
    return item && partOf(item, 'allowedValues');
  }

  #imported(name: string): DecisionType | undefined {
    const dot = name.indexOf('.');
    const named = dot === -1 ? undefined : this.#source.importedBy(name.slice(0, dot))?.named(name.slice(dot + 1));
    return (
      named ??
      this.#source
        .withoutName()
        .find((types) => types.#items.has(name))
        ?.named(name)
    );
  }

  #typeOf(item: XmlElement, name: string): DecisionType {
    const single = this.#restricted(this.#singleOf(item, name), partOf(item, 'allowedValues'), name);
    const type: DecisionType = isTrue(attributeOf(item, 'isCollection')) ? { kind: 'list', of: single } : single;
    return this.#restricted(type, partOf(item, 'typeConstraint'), name);
  }

  #singleOf(item: XmlElement, name: string): DecisionType {
    const signature = partOf(item, 'functionItem');
    if (signature !== undefined) {
      const result = attributeOf(signature, 'outputTypeRef');
      const parameters = partsOf(signature, 'parameters').map((parameter) => this.of(parameter));
      return { kind: 'function', ...(result === undefined ? {} : { result: this.named(result) }), parameters };
    }
    const components = partsOf(item, 'itemComponent');
    if (components.length === 0) {
      const named = partOf(item, 'typeRef')?.text.trim();
      return named === undefined ? 'any' : this.named(named);
    }
    const members = components.map((component) => {
      const member = attributeOf(component, 'name') ?? '';
      return { name: member, type: this.#typeOf(component, `${name}.${member}`) };
    });
    return { kind: 'context', members };
  }

  #restricted(type: DecisionType, xml: XmlElement | undefined, name: string): DecisionType {
    const allowed = xml && this.#source.allowed(xml, name);
    return allowed === undefined ? type : { kind: 'allowed', name, type, allowed };
  }
}

/** Strips it as in `feel:string` of DMN 1.1. */
function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
