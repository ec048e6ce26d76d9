import { Group as GroupComponent, isTextFieldEntryEdited, TextFieldEntry } from '@bpmn-io/properties-panel';
import { useService } from 'bpmn-js-properties-panel';
import { drawingTexts } from '../../texts/drawing-words.ts';
import { hasScriptInExtension } from './native-fields.ts';
import type { EditorPart } from './native-parts.ts';
import { CodeField } from './text-editors/code-field.ts';

interface Named {
  readonly $type: string;
  readonly default?: Named;
  $parent?: Named;
  get(name: string): unknown;
}
interface Shown {
  readonly businessObject: Named;
  readonly source?: Shown;
}
interface Entry {
  readonly id: string;
}
interface Group {
  readonly id: string;
  readonly label?: string;
  readonly entries?: readonly object[];
  readonly component?: unknown;
}
interface Modeling {
  updateProperties(element: Shown, properties: object): void;
}

const wordOf = (text: string) => drawingTexts.drawn[text] ?? text;

/** Conditions and scripts that are not FEEL: fields of the panel add `=` and do not support BPMN scripts. */
class PlainTexts {
  static readonly $inject = ['propertiesPanel'];

  constructor(panel: { registerProvider(priority: number, provider: object): void }) {
    panel.registerProvider(95, this); // after the providers whose fields it replaces
  }

  getGroups(element: Shown) {
    return (groups: readonly Group[]): readonly Group[] => {
      const shown = groups.map((group) =>
        group.id === 'condition' && isPlain(conditionOf(element)) ? withPlainCondition(group) : group,
      );
      return hasPlainScript(element.businessObject) ? [...shown.slice(0, 1), SCRIPT_GROUP, ...shown.slice(1)] : shown;
    };
  }
}

function conditionOf({ businessObject }: Shown): Named | undefined {
  return businessObject.$type === 'bpmn:SequenceFlow'
    ? (businessObject.get('conditionExpression') as Named | undefined)
    : undefined;
}

function isPlain(condition: Named | undefined): boolean {
  const text = String(condition?.get('body') ?? '').trim();
  return text !== '' && !text.startsWith('=');
}

function withPlainCondition(group: Group): Group {
  const entries = (group.entries ?? []) as readonly Entry[];
  const plain = { id: 'conditionExpression', component: PlainCondition, isEdited: isCodeEdited };
  return { ...group, entries: entries.map((entry) => (entry.id === 'conditionExpression' ? plain : entry)) };
}

/** A script task without extension element for its implementation. */
function hasPlainScript(task: Named): boolean {
  if (task.$type !== 'bpmn:ScriptTask') return false;
  const extensions = task.get('extensionElements') as Named | undefined;
  const parts = (extensions?.get('values') ?? []) as readonly Named[];
  if (hasScriptInExtension(task as unknown as EditorPart)) return false;
  return parts.every(({ $type }) => $type !== 'zeebe:Script' && $type !== 'zeebe:TaskDefinition');
}

/** Returns true if the panel marks the group. */
function isCodeEdited(field: HTMLElement | null): boolean {
  return (field?.querySelector('.cm-content')?.textContent ?? '') !== '';
}

const SCRIPT_GROUP: Group = {
  id: 'plainScript',
  label: wordOf('Script'),
  component: GroupComponent,
  entries: [
    { id: 'scriptFormat', component: ScriptFormat, isEdited: isTextFieldEntryEdited },
    { id: 'scriptText', component: ScriptText, isEdited: isCodeEdited },
  ],
};

function PlainCondition({ element, id }: { readonly element: Shown; readonly id: string }) {
  const modeling = useService<Modeling>('modeling');
  const factory = useService<{ create(type: string, properties: object): Named }>('bpmnFactory');
  const setValue = (body: string | undefined) => {
    const language = conditionOf(element)?.get('language');
    const condition =
      body === undefined || body.trim() === ''
        ? undefined
        : factory.create('bpmn:FormalExpression', { body, ...(language === undefined ? {} : { language }) });
    if (condition !== undefined) condition.$parent = element.businessObject;
    modeling.updateProperties(element, { conditionExpression: condition });
  };
  const value = String(conditionOf(element)?.get('body') ?? '');
  return CodeField({ element, id, label: wordOf('Condition expression'), kind: { is: 'condition' }, value, onValue: setValue });
}

function ScriptFormat({ element, id }: { readonly element: Shown; readonly id: string }) {
  return TextFieldEntry(useProperty(element, id, 'scriptFormat', wordOf('Format')));
}

function ScriptText({ element, id }: { readonly element: Shown; readonly id: string }) {
  const modeling = useService<Modeling>('modeling');
  const { businessObject } = element;
  const onValue = (text: string) => modeling.updateProperties(element, { script: text.trim() === '' ? undefined : text });
  const format = String(businessObject.get('scriptFormat') ?? '');
  const value = String(businessObject.get('script') ?? '');
  return CodeField({ element, id, label: wordOf('Script'), kind: { is: 'script', format }, value, onValue });
}

function useProperty(element: Shown, id: string, property: string, label: string): object {
  const modeling = useService<Modeling>('modeling');
  return {
    element,
    id,
    label,
    debounce: useService<unknown>('debounceInput'),
    getValue: () => element.businessObject.get(property),
    setValue: (value: string | undefined) =>
      modeling.updateProperties(element, { [property]: value === undefined || value.trim() === '' ? undefined : value }),
  };
}

/** Editor module. */
export const plainTexts = { __init__: ['plainTexts'], plainTexts: ['type', PlainTexts] };
