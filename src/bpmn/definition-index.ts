import { type DocumentDraft, resolve } from './draft.ts';
import { definitionKindOf, eventDefinitionsOf, isDefinition } from './event-definitions.ts';
import { attributeOf, type XmlElement } from './xml-element.ts';

const REFERENCES = ['messageRef', 'signalRef', 'escalationRef'];

/**
 * Finds which event definitions mean the same event: those at the root of the file by their id, those written inside an event
 * by their kind and what they refer to (docs/contributing/spec/loops-and-compensation.md#loop-behavior).
 */
export class DefinitionIndex {
  readonly #document: DocumentDraft;
  readonly #rootIds = new Map<string, string[]>();

  constructor(document: DocumentDraft) {
    this.#document = document;
    for (const root of document.rootElements) {
      const id = attributeOf(root, 'id');
      const meaning = isDefinition(root) ? this.#meaningOf(root) : undefined;
      if (id === undefined || meaning === undefined) continue;
      const ids = this.#rootIds.get(meaning);
      if (ids === undefined) this.#rootIds.set(meaning, [id]);
      else ids.push(id);
    }
  }

  /** The id of the definition at the root of the file that a reference names. */
  idOf(reference: string): string | undefined {
    const found = resolve(this.#document.rootById, reference);
    return found !== undefined && isDefinition(found) ? attributeOf(found, 'id') : undefined;
  }

  /** The key of the first definition of a throwing event. */
  thrownBy(event: XmlElement): string | undefined {
    const [definition] = eventDefinitionsOf(event, this.#document);
    return definition === undefined ? undefined : (definition.ref ?? this.#meaningOf(definition.xml));
  }

  /** All keys of the definitions of a catching event: their ids, what they refer to, and the ids of root definitions that refer to the same. */
  caughtBy(event: XmlElement): readonly string[] {
    const names = new Set<string>();
    for (const { xml, ref } of eventDefinitionsOf(event, this.#document)) {
      if (ref !== undefined) names.add(ref);
      const meaning = this.#meaningOf(xml);
      if (meaning === undefined) continue;
      names.add(meaning);
      for (const id of this.#rootIds.get(meaning) ?? []) names.add(id);
    }
    return [...names];
  }

  /** `<kind> <id of the message, signal or escalation>`. */
  #meaningOf(definition: XmlElement): string | undefined {
    const reference = REFERENCES.map((name) => attributeOf(definition, name)).find((value) => value !== undefined);
    if (reference === undefined) return undefined;
    const id = attributeOf(resolve(this.#document.rootById, reference) ?? definition, 'id');
    return `${definitionKindOf(definition)} ${id ?? reference}`;
  }
}
