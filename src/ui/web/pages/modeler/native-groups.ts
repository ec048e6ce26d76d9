import { Group as GroupComponent, isTextFieldEntryEdited, ListGroup, TextFieldEntry } from '@bpmn-io/properties-panel';
import { useService } from 'bpmn-js-properties-panel';
import { drawingTexts } from '../../texts/drawing-words.ts';
import { type NativeField, nativeFields, PAIR_LISTS, type PairList } from './native-fields.ts';
import { type NativeModel, nativeModel } from './native-model.ts';
import type { EditorPart, NativeWords, PartServices } from './native-parts.ts';

interface Shown {
  readonly businessObject: EditorPart;
}
/** Group of the properties panel. */
export interface Group {
  readonly id: string;
  readonly label?: string;
  readonly entries?: readonly object[];
  readonly component?: unknown;
}
/** Service of the editor. */
export type Get = <Service>(name: string) => Service;

/** Groups that write extensions of another dialect, which the engine would ignore in a native element. */
const OTHERS: ReadonlySet<string> = new Set([
  ...['userTaskImplementation', 'assignmentDefinition', 'taskDefinition', 'form', 'headers', 'inputs', 'outputs', 'script'],
  ...['Zeebe__TaskListeners', 'Zeebe__ExecutionListeners', 'Zeebe__ExtensionProperties', 'scriptImplementation', 'calledElement'],
  ...['inputPropagation', 'outputPropagation', 'multiInstance'],
]);
const KEY_OF_MESSAGE = 'messageSubscriptionCorrelationKey';
const wordOf = (text: string) => drawingTexts.drawn[text] ?? text;

/** Groups of an element in the native dialect. `groups`: of the libraries. */
export function withNativeGroups(element: Shown, words: NativeWords, groups: readonly Group[], get: Get): readonly Group[] {
  const model = modelOf(element, words, get);
  const fields = nativeFields(element.businessObject);
  const own = fields.map(({ id, label, fields: ofGroup }) => ({
    id,
    label: wordOf(label),
    component: GroupComponent,
    entries: ofGroup.map((field) => entryOf(field, words)),
  }));
  const lists = PAIR_LISTS.filter((list) => list.isOn(element.businessObject) || model.pairs(list).length > 0);
  const others = groups.filter(({ id }) => !OTHERS.has(id)).map((group) => withKeyOfMessage(group, words));
  return [...others.slice(0, 1), ...own, ...lists.map((list) => listGroup(element, list, model, words)), ...others.slice(1)];
}

function modelOf(element: Shown, words: NativeWords, get: Get): NativeModel {
  const services: PartServices = { bpmnFactory: get('bpmnFactory'), moddle: get('moddle') };
  const modeling = get<{ updateModdleProperties(shown: object, owner: object, properties: object): void }>('modeling');
  const update = (owner: EditorPart, properties: object) => modeling.updateModdleProperties(element, owner, properties);
  return nativeModel(element.businessObject, { words, services, update });
}

function entryOf(field: NativeField, words: NativeWords): object {
  return { id: `native-${field.id}`, component: NativeEntry, field, words, isEdited: isTextFieldEntryEdited };
}

/** The libraries write the key of a message in another dialect. */
function withKeyOfMessage(group: Group, words: NativeWords): Group {
  if (group.id !== 'message') return group;
  const field: NativeField = {
    id: KEY_OF_MESSAGE,
    label: 'Subscription correlation key',
    owner: 'message',
    extension: 'subscription',
    attribute: 'correlationKey',
  };
  const entries = (group.entries ?? []) as readonly { readonly id: string }[];
  return { ...group, entries: entries.map((entry) => (entry.id === KEY_OF_MESSAGE ? entryOf(field, words) : entry)) };
}

interface NativeEntryProps {
  readonly element: Shown;
  readonly id: string;
  readonly words: NativeWords;
  readonly field: NativeField;
}

function NativeEntry({ element, id, words, field }: NativeEntryProps) {
  const model = useModel(element, words);
  return TextFieldEntry({
    element,
    id,
    label: wordOf(field.label),
    debounce: useService<unknown>('debounceInput'),
    getValue: () => model.read(field),
    setValue: (value: string | undefined) => model.write(field, value?.trim() === '' ? undefined : value),
  });
}

function useModel(element: Shown, words: NativeWords): NativeModel {
  const found: Record<string, unknown> = {
    bpmnFactory: useService<unknown>('bpmnFactory'),
    moddle: useService<unknown>('moddle'),
    modeling: useService<unknown>('modeling'),
  };
  return modelOf(element, words, <Service>(name: string) => found[name] as Service);
}

function listGroup(element: Shown, list: PairList, model: NativeModel, words: NativeWords): Group {
  const items = model.pairs(list).map((pair, at) => ({
    id: `native-${list.id}-${at}`,
    label: pair.target,
    entries: (['target', 'source'] as const).map((attribute) => ({
      id: `native-${list.id}-${at}-${attribute}`,
      component: PairEntry,
      ...{ list, at, attribute, words },
      isEdited: isTextFieldEntryEdited,
    })),
    autoFocusEntry: `native-${list.id}-${at}-target`,
    remove: (event: Event) => {
      event.stopPropagation();
      model.setPair(list, at, undefined);
    },
  }));
  const add = (event: Event) => {
    event.stopPropagation();
    model.setPair(list, items.length, { source: '', target: '' });
  };
  const group = { id: `native-${list.id}`, label: wordOf(list.label), component: ListGroup, element, items, add };
  return group;
}

interface PairEntryProps {
  readonly element: Shown;
  readonly id: string;
  readonly list: PairList;
  readonly at: number;
  readonly attribute: 'source' | 'target';
  readonly words: NativeWords;
}

function PairEntry({ element, id, list, at, attribute, words }: PairEntryProps) {
  const model = useModel(element, words);
  const pair = () => model.pairs(list)[at] ?? { source: '', target: '' };
  return TextFieldEntry({
    element,
    id,
    label: wordOf(attribute === 'source' ? 'Source' : 'Target'),
    debounce: useService<unknown>('debounceInput'),
    getValue: () => pair()[attribute],
    setValue: (value: string | undefined) => model.setPair(list, at, { ...pair(), [attribute]: value ?? '' }),
  });
}
