import type Modeler from 'bpmn-js/lib/Modeler';

interface MenuEntry {
  readonly action: { readonly click?: (event: Event, element: object) => void };
}
type Services = {
  contextPad: { getEntries(element: object): Readonly<Record<string, MenuEntry | undefined>> };
  keyboard: { addListener(listener: (context: { readonly keyEvent: KeyboardEvent }) => true | undefined): void };
  selection: { get(): readonly object[] };
};

/** Entries of the library's menu at an element, by key. */
const ENTRIES = new Map([
  ['a', 'append.append-task'],
  ['g', 'append.gateway'],
  ['n', 'append.end-event'],
]);

/** Appends to the selected element. The library needs a mouse for that. */
export function appendByKey(modeler: Modeler<object>): void {
  const get = <Name extends keyof Services>(name: Name) => (modeler as unknown as Modeler<Services>).get(name);
  get('keyboard').addListener(({ keyEvent }) => {
    const { key, ctrlKey, metaKey, altKey } = keyEvent;
    const name = ctrlKey || metaKey || altKey ? undefined : ENTRIES.get(key.toLowerCase());
    const [selected, ...others] = get('selection').get();
    if (name === undefined || selected === undefined || others.length > 0) return undefined;
    const append = get('contextPad').getEntries(selected)[name]?.action.click;
    append?.(keyEvent, selected);
    return append === undefined ? undefined : true;
  });
}
