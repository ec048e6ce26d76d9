import type { BasicType, CellTest, DecisionType } from '../../engine/model.ts';
import { attributeOf, isTrue, type XmlElement } from '../xml-element.ts';
import { partOf, partsOf } from './dmn-xml.ts';
import { sizeOfType } from './type-size.ts';

/** Parts of one type, and how deep they lie in each other: types are kept with everything that has them. */
const MAX_PARTS = 10_000;
const MAX_DEPTH = 50;
/** Parts of all types that a file names, each time it does. */
const MAX_NAMED_PARTS = 300_000;

/** The types of DMN by every name that files of its versions, and those of Camunda, call them by; in lower case. */
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

/** What the types of one file need of it. */
export interface TypeSource {
  readonly definitions: XmlElement;
  /** the tests of allowed values; undefined where nothing is held against them */
  allowed(xml: XmlElement, item: string): CellTest | undefined;
  /** a type that is too large to be read; `what`: of it */
  refuse(item: XmlElement, what: string): void;
  /** the types of the file that is imported by this name */
  importedBy(name: string): TypeRefs | undefined;
  /** the types of the files that are imported without a name */
  withoutName(): readonly TypeRefs[];
}

/** The types of one file: its own definitions lead to those of DMN. */
export class TypeRefs {
  readonly #source: TypeSource;
  readonly #items: ReadonlyMap<string, XmlElement>;
  readonly #known = new Map<string, DecisionType>();
  #namedParts = 0;
  /** definitions that are being read */
  #depth = 0;

  constructor(source: TypeSource) {
    this.#source = source;
    const items = partsOf(source.definitions, 'itemDefinition');
    this.#items = new Map(items.map((item) => [attributeOf(item, 'name') ?? '', item] as const));
  }

  /** The type that an element names by `typeRef`; `any` where it names none that is known. */
  of(xml: XmlElement | undefined): DecisionType {
    const name = xml && attributeOf(xml, 'typeRef');
    return name === undefined ? 'any' : this.named(name);
  }

  named(name: string): DecisionType {
    const before = this.#known.get(name);
    if (before !== undefined) return this.#counted(before);
    const item = this.#items.get(name) ?? this.#items.get(withoutPrefix(name));
    if (item === undefined) return this.#imported(name) ?? TYPES.get(withoutPrefix(name).toLowerCase()) ?? 'any';
    // whoever comes here again before it is known has gone in a circle, or is a member of its own kind
    this.#known.set(name, 'any');
    this.#depth += 1;
    // too deep to be looked at is too deep
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

  /** Once a file names more than may be read, that is reported, and nothing more of it matters. */
  #counted(type: DecisionType): DecisionType {
    if (typeof type === 'string') return type;
    const isFull = this.#namedParts > MAX_NAMED_PARTS;
    this.#namedParts += sizeOfType(type).parts;
    if (this.#namedParts <= MAX_NAMED_PARTS) return type;
    if (!isFull) this.#source.refuse(this.#source.definitions, `the file names types of more than ${MAX_NAMED_PARTS} parts`);
    return 'any';
  }

  /** The type that a text names: one of the file or of its imports; undefined for all others. */
  own(name: string): DecisionType | undefined {
    if (this.#items.has(name)) return this.named(name);
    const dot = name.indexOf('.');
    return dot === -1 ? undefined : this.#source.importedBy(name.slice(0, dot))?.own(name.slice(dot + 1));
  }

  /** What the function of a variable gives; DMN 1.1 named that type at the variable itself. */
  resultOf(variable: XmlElement | undefined): { readonly result?: DecisionType } {
    const type = this.of(variable);
    const result = typeof type === 'object' && type.kind === 'function' ? type.result : type;
    return result === undefined || result === 'any' ? {} : { result };
  }

  /** The allowed values of the item definition that an element names. */
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

/** DMN 1.1 writes `feel:string`. */
function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
