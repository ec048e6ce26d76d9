import { Group as GroupComponent, isTextFieldEntryEdited, TextFieldEntry } from '@bpmn-io/properties-panel';
import { useService } from 'bpmn-js-properties-panel';
import { type AttributeDialect, attributeDialectOf, attributesOf } from './dialect-attributes.ts';
import { type Get, type Group, withNativeGroups } from './native-groups.ts';
import { definitionsOf, type EditorPart, nativeWordsOf } from './native-parts.ts';

interface Shown {
  readonly businessObject: EditorPart;
}

/** Groups for Camunda 8; empty in other dialects. */
const ZEEBE_GROUPS: ReadonlySet<string> = new Set([
  ...['userTaskImplementation', 'assignmentDefinition', 'taskDefinition', 'form', 'headers', 'businessRuleImplementation'],
  ...['calledDecision', 'inputs', 'outputs', 'Zeebe__TaskListeners', 'Zeebe__ExecutionListeners', 'Zeebe__ExtensionProperties'],
]);

/**
 * Panel of the native dialect, and of dialects with extension attributes, such as Camunda 7: adds their fields, and removes the groups for Camunda 8
 * unless the model uses both.
 */
class DialectGroups {
  static readonly $inject = ['propertiesPanel', 'injector'];
  readonly #get: Get;

  constructor(panel: { registerProvider(priority: number, provider: object): void }, injector: { get(name: string): unknown }) {
    this.#get = <Service>(name: string) => injector.get(name) as Service;
    panel.registerProvider(90, this); // after the providers whose groups it replaces
  }

  getGroups(element: Shown) {
    return (groups: readonly Group[]): readonly Group[] => {
      const words = nativeWordsOf(element.businessObject);
      const dialect = attributeDialectOf(definitionsOf(element.businessObject).$attrs ?? {});
      const isMixed = words !== undefined || dialect?.isMixed === true;
      const own = dialect && groupOf(element, { ...dialect, isMixed });
      const kept = words === undefined ? keptOf(groups, dialect) : withNativeGroups(element, words, groups, this.#get);
      return own === undefined ? kept : [...kept.slice(0, 1), own, ...kept.slice(1)];
    };
  }
}

function keptOf(groups: readonly Group[], dialect: AttributeDialect | undefined): readonly Group[] {
  return dialect === undefined || dialect.isMixed ? groups : groups.filter(({ id }) => !ZEEBE_GROUPS.has(id));
}

function groupOf(element: Shown, { title, prefix, isMixed }: AttributeDialect): Group | undefined {
  const { $type, $attrs } = element.businessObject;
  const attributes = attributesOf($type);
  if (attributes.length === 0) return undefined;
  if (isMixed && attributes.every(({ name }) => $attrs?.[`${prefix}:${name}`] === undefined)) return undefined;
  const entries = attributes.map(({ name, label }) => ({
    id: `dialect-${name}`,
    component: AttributeField,
    attribute: `${prefix}:${name}`,
    label,
    isEdited: isTextFieldEntryEdited,
  }));
  return { id: 'dialect', label: title, entries, component: GroupComponent };
}

function AttributeField(props: {
  readonly element: Shown;
  readonly id: string;
  readonly attribute: string;
  readonly label: string;
}) {
  const { element, id, attribute, label } = props;
  const modeling = useService<{ updateProperties(shown: Shown, properties: object): void }>('modeling');
  return TextFieldEntry({
    element,
    id,
    label,
    debounce: useService<unknown>('debounceInput'),
    getValue: () => element.businessObject.$attrs?.[attribute],
    setValue: (value: string | undefined) =>
      modeling.updateProperties(element, { [attribute]: value === '' ? undefined : value }),
  });
}

/** Editor module. */
export const dialectGroups = { __init__: ['dialectGroups'], dialectGroups: ['type', DialectGroups] };
