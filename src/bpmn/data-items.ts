import type { DocumentDraft } from './draft.ts';
import { isMappingTarget } from './mapping-target.ts';
import { attributeOf, childrenNamed, isBpmn, type XmlElement } from './xml-element.ts';

/** Elements that hold data and may be source or target of a data association. */
const ITEMS: ReadonlySet<string> = new Set([
  ...['property', 'dataObject', 'dataObjectReference', 'dataInput', 'dataOutput', 'inputDataItem', 'outputDataItem'],
]);

const KNOWN = new WeakMap<DocumentDraft, DataItems>();

/** Data elements of a file by id, and the names of their variables (docs/contributing/spec/mappings.md#names-of-data). */
export class DataItems {
  readonly #byId = new Map<string, XmlElement>();
  /** data object id → name of its first reference that has one */
  readonly #nameOfObject = new Map<string, string>();

  static of(document: DocumentDraft): DataItems {
    const known = KNOWN.get(document) ?? new DataItems(document);
    KNOWN.set(document, known);
    return known;
  }

  private constructor(document: DocumentDraft) {
    for (const { xml } of document.processes) this.#collect(xml);
  }

  #collect(xml: XmlElement): void {
    for (const child of xml.children) {
      const id = ITEMS.has(child.local) && isBpmn(child, child.local) ? attributeOf(child, 'id') : undefined;
      if (id !== undefined && !this.#byId.has(id)) this.#byId.set(id, child);
      const [object, name] = [attributeOf(child, 'dataObjectRef'), attributeOf(child, 'name')];
      if (object !== undefined && name !== undefined && !this.#nameOfObject.has(object)) this.#nameOfObject.set(object, name);
      this.#collect(child);
    }
  }

  /** Returns the item with the id of the reference, as written or without prefix. */
  find(reference: string): XmlElement | undefined {
    return this.#byId.get(reference) ?? this.#byId.get(reference.slice(reference.indexOf(':') + 1));
  }

  /** Variable name of the item; `undefined` if the item is unknown or its name is not a valid variable name. */
  variableOf(reference: string): string | undefined {
    const item = this.find(reference);
    const name = item === undefined ? undefined : this.#nameOf(item);
    return name !== undefined && isMappingTarget(name, { allowsPath: false, isOutput: true }) ? name : undefined;
  }

  #nameOf(item: XmlElement): string | undefined {
    const objectId = item.local === 'dataObjectReference' ? attributeOf(item, 'dataObjectRef') : attributeOf(item, 'id');
    const object = item.local === 'dataObjectReference' && objectId !== undefined ? this.find(objectId) : item;
    const ofObject = object === undefined ? undefined : attributeOf(object, 'name');
    return ofObject ?? this.#nameOfObject.get(objectId ?? '') ?? attributeOf(item, 'name') ?? attributeOf(item, 'id');
  }
}

/** Data inputs or outputs of an activity (in its `ioSpecification`) or event (direct children). */
export function declaredItems(xml: XmlElement, local: 'dataInput' | 'dataOutput'): XmlElement[] {
  return [xml, ...childrenNamed(xml, 'ioSpecification')].flatMap((place) => childrenNamed(place, local));
}
