import { isNode, type ModelNode, memberOf, type NodeProperty, ownText } from './model-node.ts';

type Numbers = readonly number[];

/** Coordinates by element id; the first place if an element is drawn twice. */
function placesOf(definitions: ModelNode): ReadonlyMap<string, Numbers> {
  const places = new Map<string, Numbers>();
  for (const diagram of listOf(definitions, 'diagrams')) {
    const plane = memberOf(diagram, 'plane');
    for (const drawn of isNode(plane) ? listOf(plane, 'planeElement') : []) {
      const shown = memberOf(drawn, 'bpmnElement');
      const id = isNode(shown) ? ownText(shown, 'id') : undefined;
      const numbers = numbersOf(drawn);
      if (id !== undefined && numbers.length > 0 && !places.has(id)) places.set(id, numbers);
    }
  }
  return places;
}

function numbersOf(drawn: ModelNode): Numbers {
  const bounds = memberOf(drawn, 'bounds');
  if (isNode(bounds)) return ['x', 'y', 'width', 'height'].map((name) => roundOf(bounds, name));
  return listOf(drawn, 'waypoint').flatMap((point) => [roundOf(point, 'x'), roundOf(point, 'y')]);
}

function roundOf(node: ModelNode, name: string): number {
  return Math.round(Number(memberOf(node, name) ?? 0));
}

function listOf(node: ModelNode, name: string): readonly ModelNode[] {
  const value = node.$descriptor.properties?.some((property) => property.ns.localName === name) ? memberOf(node, name) : [];
  return Array.isArray(value) ? value.filter(isNode) : [];
}

/** Bounds of a shape, or points of a line. */
export type DrawnPlace = readonly number[];

/** `attributes`: texts by path in the element, such as `ioMapping › input`. */
export interface ComparedElement {
  readonly id: string;
  readonly type: string;
  readonly name: string | undefined;
  readonly attributes: ReadonlyMap<string, string>;
  /** undefined: not drawn */
  readonly place: DrawnPlace | undefined;
  /** ids of source and target of a flow; otherwise empty */
  readonly ends: readonly string[];
}

/** Elements with their own line in the list of changes. Changes of others belong to their parent. */
const UNITS = [
  ...['bpmn:FlowElement', 'bpmn:Participant', 'bpmn:Lane', 'bpmn:Artifact', 'bpmn:MessageFlow', 'bpmn:ConversationNode'],
  ...['bpmn:RootElement'],
];

/** Attributes that are not compared: repeated by other elements, or part of the layout. */
const LEFT_OUT = new Set(['id', 'incoming', 'outgoing', 'di', 'diagrams', 'extensionDefinitions', 'lanes', 'laneSets']);

/** Containers without meaning, omitted in paths. */
const SILENT = new Set(['extensionElements', 'values']);

/** Their order has no meaning. */
const UNORDERED = new Set(['flowNodeRef']);

/** Identify an element of a list. */
const NAMES = ['name', 'key', 'id', 'target', 'event', 'eventType'];
const PREFIXES: Readonly<Record<string, string>> = {
  'http://camunda.org/schema/1.0/bpmn': 'camunda',
  'http://camunda.org/schema/zeebe/1.0': 'zeebe',
  'http://flowable.org/bpmn': 'flowable',
  'http://activiti.org/bpmn': 'activiti',
};

/** Elements by id, from a model of bpmn-moddle. Parts without their own line in the list of changes are attributes of their parent. */
export function describeModel(definitions: ModelNode): ReadonlyMap<string, ComparedElement> {
  const described = new Map<string, ComparedElement>();
  const reader: Reader = { described, places: placesOf(definitions), prefixes: prefixesOf(definitions) };
  for (const root of nodesOf(memberOf(definitions, 'rootElements'))) describe(reader, root, undefined);
  return described;
}

interface Reader {
  readonly described: Map<string, ComparedElement>;
  readonly places: ReadonlyMap<string, DrawnPlace>;
  /** shown prefix, by prefix in the file */
  readonly prefixes: ReadonlyMap<string, string>;
}

/** Element whose attributes are read. */
interface Owner {
  readonly id: string;
  readonly attributes: Map<string, string>;
}

function describe(reader: Reader, node: ModelNode, container: string | undefined): void {
  const id = ownText(node, 'id');
  if (id === undefined) return;
  const attributes = new Map<string, string>([['type', localType(node)]]);
  if (container !== undefined) attributes.set('container', container);
  const ends = [memberOf(node, 'sourceRef'), memberOf(node, 'targetRef')].flatMap(idsOf);
  const { places } = reader;
  const element = { id, type: localType(node), name: ownText(node, 'name'), attributes, place: places.get(id), ends };
  reader.described.set(id, element);
  readProperties(reader, { id, attributes }, node, []);
}

function readProperties(reader: Reader, owner: Owner, node: ModelNode, path: readonly string[]): void {
  for (const property of node.$descriptor.properties ?? []) {
    const name = property.ns.localName;
    if (name === 'laneSets') {
      for (const lanes of nodesOf(memberOf(node, property.name))) readLanes(reader, owner, lanes);
    } else if (!LEFT_OUT.has(name)) readValue(reader, owner, memberOf(node, property.name), property, path);
  }
  for (const [name, value] of Object.entries(node.$attrs ?? {})) {
    if (!name.startsWith('xmlns') && !name.startsWith('xsi:')) note(owner, [...path, prefixed(reader, name)], value);
  }
}

/** Reads lanes, also inner ones. Omits attributes of lane sets. */
function readLanes(reader: Reader, owner: Owner, node: ModelNode): void {
  if (isUnit(node)) {
    describe(reader, node, owner.id);
    const inner = memberOf(node, 'childLaneSet');
    if (isNode(inner)) readLanes(reader, { ...owner, id: ownText(node, 'id') ?? owner.id }, inner);
  } else for (const lane of nodesOf(memberOf(node, 'lanes'))) readLanes(reader, owner, lane);
}

function readValue(reader: Reader, owner: Owner, value: unknown, property: NodeProperty, path: readonly string[]): void {
  const name = property.ns.localName;
  if (value === undefined || name === 'childLaneSet') return;
  if (property.isReference === true) {
    const ids = idsOf(value);
    if (ids.length > 0) note(owner, [...path, name], (UNORDERED.has(name) ? ids.toSorted() : ids).join(', '));
    return;
  }
  const own = SILENT.has(name) || property.isBody === true ? path : [...path, name];
  if (!Array.isArray(value)) {
    if (isNode(value)) readNode(reader, owner, value, own, value.$type === property.type);
    else note(owner, own, String(value));
    return;
  }
  const texts = value.filter((item) => !isNode(item));
  if (texts.length > 0) note(owner, own, texts.join(', '));
  readList(reader, owner, value.filter(isNode), path);
}

function readList(reader: Reader, owner: Owner, nodes: readonly ModelNode[], path: readonly string[]): void {
  const seen = new Map<string, number>();
  for (const node of nodes) {
    if (isUnit(node)) {
      describe(reader, node, owner.id);
      continue;
    }
    const name = labelOf(reader, node);
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    readNode(reader, owner, node, [...path, count === 1 ? name : `${name} #${count}`], true);
  }
}

/** `isExpected`: the position determines the type, so it is not noted. Elements without attributes are noted as present. */
function readNode(reader: Reader, owner: Owner, node: ModelNode, path: readonly string[], isExpected: boolean): void {
  if (isUnit(node)) {
    describe(reader, node, owner.id);
    return;
  }
  const before = owner.attributes.size;
  if (!isExpected && node.$type !== 'bpmn:FormalExpression') note(owner, [...path, 'type'], localType(node));
  if (node.$descriptor.isGeneric === true) readGeneric(reader, owner, node, path);
  else readProperties(reader, owner, node, path);
  if (owner.attributes.size === before && !SILENT.has(localType(node))) note(owner, path, '✓');
}

function readGeneric(reader: Reader, owner: Owner, node: ModelNode, path: readonly string[]): void {
  for (const [name, value] of Object.entries(node)) {
    if (!name.startsWith('$') && !name.startsWith('xmlns') && typeof value === 'string')
      note(owner, [...path, prefixed(reader, name)], value);
  }
  if (typeof node.$body === 'string' && node.$body.trim() !== '') note(owner, path, node.$body.trim());
  readList(reader, owner, node.$children ?? [], path);
}

function note(owner: Owner, path: readonly string[], value: string): void {
  owner.attributes.set(path.join(' › '), value);
}

function labelOf(reader: Reader, node: ModelNode): string {
  const { isGeneric, ns } = node.$descriptor;
  const known = ns.uri === undefined ? undefined : PREFIXES[ns.uri];
  const type = isGeneric === true ? (known ? `${known}:${ns.localName}` : prefixed(reader, node.$type)) : localType(node);
  // ids of inner BPMN elements are generated, without meaning
  const names = isGeneric === true ? NAMES : ['name'];
  const name = names.map((attribute) => ownText(node, attribute)).find((text) => text !== undefined);
  return name === undefined ? type : `${type} '${name}'`;
}

function isUnit(node: ModelNode): boolean {
  if (node.$instanceOf === undefined || ownText(node, 'id') === undefined || node.$instanceOf('bpmn:EventDefinition'))
    return false;
  return UNITS.some((type) => node.$instanceOf?.(type));
}

function localType({ $type }: ModelNode): string {
  const name = $type.slice($type.indexOf(':') + 1);
  return name.slice(0, 1).toLowerCase() + name.slice(1);
}

function idsOf(value: unknown): readonly string[] {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  return all.flatMap((one) => (isNode(one) ? (ownText(one, 'id') ?? []) : typeof one === 'string' ? one : []));
}

function nodesOf(value: unknown): readonly ModelNode[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

function prefixesOf({ $attrs = {} }: ModelNode): ReadonlyMap<string, string> {
  const declared = Object.entries($attrs).filter(([name]) => name.startsWith('xmlns:'));
  return new Map(declared.map(([name, uri]) => [name.slice('xmlns:'.length), PREFIXES[uri] ?? name.slice('xmlns:'.length)]));
}

/** Uses the usual prefix of the namespace, because files can have any. */
function prefixed({ prefixes }: Reader, name: string): string {
  const colon = name.indexOf(':');
  if (colon < 0) return name;
  return `${prefixes.get(name.slice(0, colon)) ?? name.slice(0, colon)}${name.slice(colon)}`;
}
