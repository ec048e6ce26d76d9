import type { NativeField, PairList } from './native-fields.ts';
import {
  attributeOn,
  type EditorPart,
  extensionsWith,
  type NativeWords,
  nativeParts,
  newPart,
  type PartServices,
  partsOf,
  replaced,
  valueIn,
  withAttributes,
} from './native-parts.ts';

/** Mapping of a variable. */
export interface MappedVariable {
  readonly source: string;
  readonly target: string;
}

/** Values of an element in the native dialect. Each change is one step of undo. */
export interface NativeModel {
  read(field: NativeField): string | undefined;
  /** Undefined removes the value. */
  write(field: NativeField, value: string | undefined): void;
  pairs(list: PairList): readonly MappedVariable[];
  /** Undefined removes the pair. */
  setPair(list: PairList, at: number, pair: MappedVariable | undefined): void;
  /** Sets the task type, and adds inputs. */
  setType(field: NativeField, taskType: string, inputs: PairList, added: readonly MappedVariable[]): void;
}

interface Access {
  readonly words: NativeWords;
  readonly services: PartServices;
  readonly update: (owner: EditorPart, properties: object) => void;
}

export function nativeModel(element: EditorPart, access: Access): NativeModel {
  return {
    read(field) {
      const owner = ownerOf(element, field);
      return owner === undefined ? undefined : readField(owner, field, access);
    },
    write(field, value) {
      const owner = ownerOf(element, field);
      if (owner !== undefined && readField(owner, field, access) !== value) writeField(owner, field, value, access);
    },
    pairs: (list) => pairParts(element, list).map(pairOf),
    setPair(list, at, pair) {
      const old = pairParts(element, list)[at];
      const changed =
        pair && (old === undefined ? newPairOf(list, pair, access) : withAttributes(access.services, old, { ...pair }));
      access.update(element, extensionsOf(element, withPair(partsOf(element), list, old, changed, access), access));
    },
    setType(field, taskType, inputs, added) {
      const parts = added.reduce<readonly EditorPart[]>(
        (before, pair) => withPair(before, inputs, undefined, newPairOf(inputs, pair, access), access),
        partsOf(element),
      );
      access.update(element, withValue(element, field, taskType, access, parts));
    },
  };
}

function ownerOf(element: EditorPart, { owner }: NativeField): EditorPart | undefined {
  if (owner === 'loop') return element.get('loopCharacteristics') as EditorPart | undefined;
  if (owner !== 'message') return element;
  const [event] = (element.get('eventDefinitions') ?? []) as readonly EditorPart[];
  return (element.get('messageRef') ?? event?.get('messageRef')) as EditorPart | undefined;
}

function readField(owner: EditorPart, field: NativeField, { words }: Access): string | undefined {
  const { attribute, extension, kind } = field;
  if (kind === 'expression') return (owner.get(attribute) as EditorPart | undefined)?.get('body') as string | undefined;
  if (kind === 'names') return namesOf(nativeParts(partsOf(owner), extension ?? ''), attribute).join(', ') || undefined;
  const written = attributeOn(owner, words, attribute);
  const own = owner.get(written ?? attribute);
  if (own !== undefined && typeof own !== 'object') return String(own);
  return extension === undefined ? undefined : firstOf(owner, field)?.value;
}

/** First extension element with the value. */
function firstOf(
  owner: EditorPart,
  { extension = '', attribute }: NativeField,
): { readonly part: EditorPart; readonly value: string } | undefined {
  for (const part of nativeParts(partsOf(owner), extension)) {
    const value = valueIn(part, nameIn(extension, attribute));
    if (value !== undefined) return { part, value };
  }
  return undefined;
}

/** `calledElement` has the process key under another name. */
function nameIn(extension: string, attribute: string): string {
  return extension === 'calledElement' && attribute === 'calledElement' ? 'processId' : attribute;
}

function writeField(owner: EditorPart, field: NativeField, value: string | undefined, access: Access): void {
  const { attribute, kind } = field;
  const { services } = access;
  if (kind === 'expression') {
    const body = value === undefined ? undefined : services.bpmnFactory.create('bpmn:FormalExpression', { body: value });
    if (body !== undefined) body.$parent = owner;
    access.update(owner, { [attribute]: body });
  } else if (kind === 'names') writeNames(owner, field, value ?? '', access);
  else access.update(owner, withValue(owner, field, value, access));
}

/** Properties of the owner with the value. `parts`: its extension elements, if they change too. */
function withValue(
  owner: EditorPart,
  field: NativeField,
  value: string | undefined,
  access: Access,
  parts?: readonly EditorPart[],
): object {
  const { attribute, extension, writes } = field;
  const { services, words } = access;
  const others = parts === undefined ? {} : extensionsOf(owner, parts, access);
  const isStandard = attributeOn(owner, words, attribute) === undefined && owner.get(attribute) !== undefined;
  const written = isStandard ? attribute : attributeOn(owner, words, attribute);
  if (written !== undefined) return { ...others, [written]: value };
  const found = extension === undefined ? undefined : firstOf(owner, field);
  if (found === undefined && (extension === undefined || writes !== undefined))
    return { ...others, [writes === 'plain' ? attribute : `${words.prefix}:${attribute}`]: value };
  const old = found?.part ?? nativeParts(partsOf(owner), extension ?? '')[0];
  const change = { [nameIn(extension ?? '', attribute)]: value };
  const changed = old === undefined ? newPart(services, words, extension ?? '', change) : withAttributes(services, old, change);
  return extensionsOf(owner, replaced(parts ?? partsOf(owner), old, isEmpty(changed) ? undefined : changed), access);
}

function isEmpty(part: EditorPart): boolean {
  return Object.entries(part).every(
    ([key, value]) => (key.startsWith('$') && key !== '$body' && key !== '$children') || typeof value === 'function',
  );
}

function namesOf(lists: readonly EditorPart[], attribute: string): readonly string[] {
  return lists.flatMap(({ $children = [] }) => $children).flatMap((child) => valueIn(child, attribute) ?? []);
}

function writeNames(owner: EditorPart, { extension = '', attribute }: NativeField, text: string, access: Access): void {
  const { services, words } = access;
  const names = [...new Set(text.split(',').map((name) => name.trim()))].filter((name) => name !== '');
  const lists = nativeParts(partsOf(owner), extension);
  const known = lists.flatMap(({ $children = [] }) => $children);
  const children = names.map(
    (name) =>
      known.find((child) => valueIn(child, attribute) === name) ??
      newPart(services, words, 'expectedOutput', { [attribute]: name }),
  );
  const rest = partsOf(owner).filter((part) => !lists.includes(part) || part === lists[0]);
  const changed = names.length === 0 ? undefined : newPart(services, words, extension, { $children: children });
  access.update(owner, extensionsOf(owner, replaced(rest, lists[0], changed), access));
}

function extensionsOf(owner: EditorPart, parts: readonly EditorPart[], { services }: Access): object {
  return { extensionElements: extensionsWith(services, owner, parts) };
}

function pairParts(owner: EditorPart, { wrapper, child }: PairList): readonly EditorPart[] {
  const parts = partsOf(owner);
  const among = wrapper === undefined ? parts : nativeParts(parts, wrapper).flatMap(({ $children = [] }) => $children);
  return nativeParts(among, child);
}

function pairOf(part: EditorPart): MappedVariable {
  return { source: valueIn(part, 'source') ?? '', target: valueIn(part, 'target') ?? '' };
}

function newPairOf({ child }: PairList, { source, target }: MappedVariable, { services, words }: Access): EditorPart {
  return newPart(services, words, child, { source, target });
}

function withPair(
  parts: readonly EditorPart[],
  list: PairList,
  old: EditorPart | undefined,
  changed: EditorPart | undefined,
  { services, words }: Access,
): readonly EditorPart[] {
  if (list.wrapper === undefined) return replaced(parts, old, changed);
  const wrappers = nativeParts(parts, list.wrapper);
  const holder = wrappers.find(({ $children = [] }) => old !== undefined && $children.includes(old)) ?? wrappers[0];
  const children = replaced(holder?.$children ?? [], old, changed);
  const made = children.length === 0 ? undefined : newPart(services, words, list.wrapper, { $children: children });
  return replaced(parts, holder, made);
}
