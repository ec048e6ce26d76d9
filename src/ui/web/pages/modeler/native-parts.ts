import { attributeDialectOf, ZEEBE } from './dialect-attributes.ts';

/** Element of the editor. It reads extensions of this dialect as generic elements: their attributes are own properties. */
export interface EditorPart {
  readonly $type: string;
  $parent?: EditorPart;
  readonly $attrs?: Readonly<Record<string, unknown>>;
  readonly $children?: readonly EditorPart[];
  readonly $descriptor?: { readonly ns?: { readonly uri?: string } };
  get(name: string): unknown;
}

/** Native dialect as an element is to write it (docs/contributing/spec/validation.md#dialect-namespaces). */
export interface NativeWords {
  readonly prefix: string;
  readonly uri: string;
}

/** Services of the editor. */
export interface PartServices {
  readonly bpmnFactory: { create(type: string, properties: object): EditorPart };
  readonly moddle: { createAny(name: string, uri: string, properties: object): EditorPart };
}

const URI = 'https://fleans.io/schema/bpmn/1.0';
const URIS: ReadonlySet<unknown> = new Set([URI, 'http://fleans.io/schema/bpmn/fleans']);
const TYPED: ReadonlySet<string> = new Set(['bpmn:ServiceTask', 'bpmn:SendTask', 'bpmn:BusinessRuleTask']);
/** The editor adds it to each new user task. It has no effect. */
const WITHOUT_EFFECT = 'zeebe:UserTask';

/** Undefined: the element uses another dialect, or the file does not declare this one. */
export function nativeWordsOf(owner: EditorPart): NativeWords | undefined {
  const declared = definitionsOf(owner).$attrs ?? {};
  const [name, uri] = Object.entries(declared).find(([, value]) => URIS.has(value)) ?? [];
  if (name === undefined) return isPlain(owner, declared) ? { prefix: 'fleans', uri: URI } : undefined;
  const words = { prefix: name.slice('xmlns:'.length), uri: String(uri) };
  const parts = partsOf(owner);
  const isNative =
    hasPlainType(owner) ||
    parts.some(isOwn) ||
    Object.keys(owner.$attrs ?? {}).some((attribute) => attribute.startsWith(`${words.prefix}:`));
  const isOther = parts.some(({ $type }) => $type.startsWith('zeebe:') && $type !== WITHOUT_EFFECT);
  return isNative || !isOther ? words : undefined;
}

/** A task with a plain `type`, in a file of no dialect. */
function isPlain(owner: EditorPart, declared: Readonly<Record<string, unknown>>): boolean {
  return hasPlainType(owner) && attributeDialectOf(declared) === undefined && !Object.values(declared).includes(ZEEBE);
}

function hasPlainType({ $type, $attrs }: EditorPart): boolean {
  return TYPED.has($type) && $attrs?.['type'] !== undefined;
}

export function definitionsOf(owner: EditorPart): EditorPart {
  let top = owner;
  while (top.$parent !== undefined && top.$parent !== null) top = top.$parent;
  return top;
}

export function partsOf(owner: EditorPart): readonly EditorPart[] {
  return ((owner.get('extensionElements') as EditorPart | undefined)?.get('values') ?? []) as readonly EditorPart[];
}

function isOwn({ $descriptor }: EditorPart): boolean {
  return URIS.has($descriptor?.ns?.uri);
}

/** Extension elements of this dialect. Ignores case, as the engine does. */
export function nativeParts(parts: readonly EditorPart[], local: string): readonly EditorPart[] {
  const wanted = local.toLowerCase();
  return parts.filter((part) => isOwn(part) && part.$type.slice(part.$type.indexOf(':') + 1).toLowerCase() === wanted);
}

/** Value of an attribute of an extension element; undefined if absent or blank. */
export function valueIn(part: EditorPart | undefined, attribute: string): string | undefined {
  const key = part && keyOf(part, attribute);
  const text = key === undefined ? '' : String((part as unknown as Record<string, unknown>)[key]);
  return text.trim() === '' ? undefined : text;
}

function keyOf(part: EditorPart, attribute: string): string | undefined {
  return Object.keys(part).find((key) => key.slice(key.indexOf(':') + 1).toLowerCase() === attribute.toLowerCase());
}

/** Name of the attribute on a BPMN element, with the prefix of this dialect or without; undefined if absent. */
export function attributeOn(owner: EditorPart, { prefix }: NativeWords, attribute: string): string | undefined {
  const wanted = [attribute.toLowerCase(), `${prefix}:${attribute}`.toLowerCase()];
  return Object.keys(owner.$attrs ?? {}).find((name) => wanted.includes(name.toLowerCase()));
}

/** Copy with other attributes; an undefined value removes one. */
export function withAttributes(
  services: PartServices,
  part: EditorPart,
  attributes: Readonly<Record<string, string | undefined>>,
): EditorPart {
  const kept = Object.entries(part).filter(
    ([key, value]) => typeof value !== 'function' && (!key.startsWith('$') || key === '$body' || key === '$children'),
  );
  const changed = Object.entries(attributes).map(([name, value]) => [keyOf(part, name) ?? name, value] as const);
  const all = new Map<string, unknown>([...kept, ...changed]);
  for (const [key, value] of changed) if (value === undefined) all.delete(key);
  return anyPart(services, part.$type, part.$descriptor?.ns?.uri ?? URI, Object.fromEntries(all));
}

export function newPart(services: PartServices, { prefix, uri }: NativeWords, local: string, properties: object): EditorPart {
  return anyPart(services, `${prefix}:${local}`, uri, properties);
}

function anyPart({ moddle }: PartServices, type: string, uri: string, properties: object): EditorPart {
  const made = moddle.createAny(type, uri, properties);
  for (const child of made.$children ?? []) child.$parent = made;
  return made;
}

/** Value for the property `extensionElements`; undefined without parts. */
export function extensionsWith(
  { bpmnFactory }: PartServices,
  owner: EditorPart,
  values: readonly EditorPart[],
): EditorPart | undefined {
  if (values.length === 0) return undefined;
  const extensions = bpmnFactory.create('bpmn:ExtensionElements', { values: [...values] });
  for (const value of values) value.$parent = extensions;
  extensions.$parent = owner;
  return extensions;
}

/** Parts with `changed` at the place of `old`; at the end if there is no old one. Undefined removes it. */
export function replaced(
  parts: readonly EditorPart[],
  old: EditorPart | undefined,
  changed: EditorPart | undefined,
): readonly EditorPart[] {
  const added = changed === undefined ? [] : [changed];
  const at = old === undefined ? -1 : parts.indexOf(old);
  return at === -1 ? [...parts, ...added] : parts.toSpliced(at, 1, ...added);
}
