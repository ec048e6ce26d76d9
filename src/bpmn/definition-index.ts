import { type DocumentDraft, resolve } from './draft.ts';
import { definitionKindOf, eventDefinitionsOf, isDefinition } from './events/event-definitions.ts';
import { attributeOf, type XmlElement } from './xml/xml-element.ts';

const REFERENCES = ['messageRef', 'signalRef', 'escalationRef'];

/**
 * Equivalent event definitions: root definitions by id, those inside events by kind and reference
 * (docs/contributing/spec/loops-and-compensation.md#loop-behavior).
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

  /** Id of the root definition. */
  idOf(reference: string): string | undefined {
    const found = resolve(this.#document.rootById, reference);
    return found !== undefined && isDefinition(found) ? attributeOf(found, 'id') : undefined;
  }

  /** Key of the first definition of a throwing event. */
  thrownBy(event: XmlElement): string | undefined {
    const [definition] = eventDefinitionsOf(event, this.#document);
    return definition === undefined ? undefined : (definition.ref ?? this.#meaningOf(definition.xml));
  }

  /** All definitions of a catching event: ids, referenced elements, and root definitions with the same reference. */
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

  #meaningOf(definition: XmlElement): string | undefined {
    const reference = REFERENCES.map((name) => attributeOf(definition, name)).find((value) => value !== undefined);
    if (reference === undefined) return undefined;
    const id = attributeOf(resolve(this.#document.rootById, reference) ?? definition, 'id');
    return `${definitionKindOf(definition)} ${id ?? reference}`;
  }
}
