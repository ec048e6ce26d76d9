import { Group as GroupComponent, isTextFieldEntryEdited, TextFieldEntry } from '@bpmn-io/properties-panel';
import { useService } from 'bpmn-js-properties-panel';
import { type AttributeDialect, attributeDialectOf, attributesOf } from './dialect-attributes.ts';

interface BusinessObject {
  readonly $type: string;
  readonly $attrs: Readonly<Record<string, unknown>>;
  readonly $parent?: BusinessObject;
}
interface Shown {
  readonly businessObject: BusinessObject;
}
interface Group {
  readonly id: string;
  readonly label?: string;
  readonly entries?: readonly object[];
  readonly component?: unknown;
}

/** Groups for Camunda 8; empty in other dialects. */
const ZEEBE_GROUPS: ReadonlySet<string> = new Set([
  ...['userTaskImplementation', 'assignmentDefinition', 'taskDefinition', 'form', 'headers', 'businessRuleImplementation'],
  ...['calledDecision', 'inputs', 'outputs', 'Zeebe__TaskListeners', 'Zeebe__ExecutionListeners', 'Zeebe__ExtensionProperties'],
]);

/**
 * Panel of dialects with extension attributes, such as Camunda 7: adds their fields, and removes the groups for Camunda 8 unless the model uses both.
 */
class DialectGroups {
  static readonly $inject = ['propertiesPanel'];

  constructor(panel: { registerProvider(priority: number, provider: object): void }) {
    panel.registerProvider(90, this); // after the providers whose groups it replaces
  }

  getGroups(element: Shown) {
    return (groups: readonly Group[]): readonly Group[] => {
      const dialect = attributeDialectOf(definitionsOf(element.businessObject).$attrs);
      if (dialect === undefined) return groups;
      const own = groupOf(element, dialect);
      const kept = dialect.isMixed ? groups : groups.filter(({ id }) => !ZEEBE_GROUPS.has(id));
      return own === undefined ? kept : [...kept.slice(0, 1), own, ...kept.slice(1)];
    };
  }
}

function definitionsOf(named: BusinessObject): BusinessObject {
  let top = named;
  while (top.$parent !== undefined && top.$parent !== null) top = top.$parent;
  return top;
}

function groupOf(element: Shown, { title, prefix, isMixed }: AttributeDialect): Group | undefined {
  const { $type, $attrs } = element.businessObject;
  const attributes = attributesOf($type);
  if (attributes.length === 0) return undefined;
  if (isMixed && attributes.every(({ name }) => $attrs[`${prefix}:${name}`] === undefined)) return undefined;
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
    getValue: () => element.businessObject.$attrs[attribute],
    setValue: (value: string | undefined) =>
      modeling.updateProperties(element, { [attribute]: value === '' ? undefined : value }),
  });
}

/** Editor module. */
export const dialectGroups = { __init__: ['dialectGroups'], dialectGroups: ['type', DialectGroups] };
