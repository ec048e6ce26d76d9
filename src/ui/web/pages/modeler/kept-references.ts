import type { ImportWarning } from '../../components/diagram/model-notes.ts';

interface Element {
  get(property: string): unknown;
  set(property: string, value: unknown): void;
}
interface Property {
  readonly isMany?: boolean;
  xml?: { readonly serialize?: string };
}
interface Moddle {
  getType(name: string): { readonly $descriptor: { readonly propertiesByName: Readonly<Record<string, Property>> } };
}
/** `value`: id that no element has. */
type Unresolved = ImportWarning & { readonly element?: Element & { readonly $type: string } };

/** Parts that have the tag of their property in BPMN. The library writes the tag of their type, which is another element. */
const TAGS_OF_PROPERTIES = {
  'bpmn:ComplexBehaviorDefinition': ['condition', 'event'],
  'bpmn:CorrelationPropertyBinding': ['dataPath'],
  'bpmn:CorrelationPropertyRetrievalExpression': ['messagePath'],
};

/** Corrects the tags of saved parts. */
export function correctTags(moddle: Moddle): void {
  for (const [type, names] of Object.entries(TAGS_OF_PROPERTIES)) {
    const { propertiesByName } = moddle.getType(type).$descriptor;
    for (const name of names) if (propertiesByName[name] !== undefined) propertiesByName[name].xml = { serialize: 'property' };
  }
}

/**
 * Saves a model with the references that the library drops, for example a signal by its name, or an id with a prefix. The editor does not see them. A
 * reference that the user has chosen since takes precedence.
 * @param save reads the model before it returns its promise, so that other calls never see the added references
 */
export function withReferences<Saved>(
  moddle: Moddle,
  warnings: readonly ImportWarning[],
  save: () => Promise<Saved>,
): Promise<Saved> {
  const undo: (() => void)[] = [];
  for (const { element, property, value } of warnings as readonly Unresolved[]) {
    if (element === undefined || property === undefined || value === undefined) continue;
    const { isMany } = moddle.getType(element.$type).$descriptor.propertiesByName[property] ?? {};
    const named = { id: value };
    const there = element.get(property);
    if (isMany === true && Array.isArray(there)) {
      there.push(named);
      undo.push(() => there.splice(there.indexOf(named), 1));
    } else if (there === undefined) {
      element.set(property, named);
      undo.push(() => element.set(property, undefined));
    }
  }
  try {
    return save();
  } finally {
    for (const step of undo.reverse()) step();
  }
}
