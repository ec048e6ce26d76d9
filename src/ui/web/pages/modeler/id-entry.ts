import { isTextFieldEntryEdited, TextFieldEntry, useStaticCallback } from '@bpmn-io/properties-panel';
import { useService } from 'bpmn-js-properties-panel';

/** NCName in XML 1.0, which permits letters of any script. */
const START =
  'A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}\\u{200D}\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}';
const NAME = new RegExp(`^[${START}][-${START}.0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}\\u{2040}]*$`, 'u');

interface Named {
  readonly $model: { readonly ids: { assigned(id: string): object | false } };
  get(name: string): unknown;
}
interface Shown {
  readonly businessObject: Named;
}
interface Entry {
  readonly id: string;
  readonly component: unknown;
  readonly isEdited: unknown;
}
interface Group {
  readonly id: string;
  entries?: readonly Entry[];
}

/** The id fields of the panel refuse letters outside of ASCII. */
class IdEntries {
  static readonly $inject = ['propertiesPanel'];

  constructor(panel: { registerProvider(priority: number, provider: object): void }) {
    panel.registerProvider(100, this); // after the providers whose fields it replaces
  }

  getGroups() {
    return (groups: readonly Group[]): readonly Group[] => {
      for (const group of groups) if (group.entries !== undefined) group.entries = group.entries.map(withAnyName);
      return groups;
    };
  }
}

function withAnyName(entry: Entry): Entry {
  if (entry.id === 'id') return { id: 'id', component: ElementId, isEdited: isTextFieldEntryEdited };
  return entry.id === 'processId' ? { id: 'processId', component: ProcessId, isEdited: isTextFieldEntryEdited } : entry;
}

function ElementId({ element }: { readonly element: Shown }) {
  const modeling = useService<{ updateProperties(shown: Shown, properties: object): void }>('modeling');
  const label = (element.businessObject as { $type?: string }).$type === 'bpmn:Participant' ? 'Participant ID' : 'ID';
  return useIdField({ element, id: 'id', label }, element.businessObject, (id) => modeling.updateProperties(element, { id }));
}

function ProcessId({ element }: { readonly element: Shown }) {
  const commandStack = useService<{ execute(command: string, context: object): void }>('commandStack');
  const process = element.businessObject.get('processRef') as Named;
  return useIdField({ element, id: 'processId', label: 'Process ID' }, process, (id) =>
    commandStack.execute('element.updateModdleProperties', { element, moddleElement: process, properties: { id } }),
  );
}

function useIdField(field: object, named: Named, setId: (id: string) => void) {
  const validate = useStaticCallback((id: string | undefined) => faultOf(named, id)); // a new function triggers the validation
  return TextFieldEntry({
    ...field,
    debounce: useService<unknown>('debounceInput'),
    getValue: () => named.get('id'),
    setValue: (id: string, error: unknown) => {
      if (!error) setId(id);
    },
    validate,
  });
}

function faultOf(named: Named, id: string | undefined): string | undefined {
  if (id === undefined || id === '') return 'ID must not be empty.';
  const holder = named.$model.ids.assigned(id);
  if (holder && holder !== named) return 'ID must be unique.';
  if (/\s/.test(id)) return 'ID must not contain spaces.';
  return NAME.test(id) ? undefined : 'ID must be an XML name: a letter first, then letters, digits, and the characters . - _';
}

/** Editor module. */
export const idEntries = { __init__: ['idEntries'], idEntries: ['type', IdEntries] };
