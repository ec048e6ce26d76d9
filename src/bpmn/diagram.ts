import { BPMN } from './xml/namespaces.ts';
import { readXml } from './xml/read-xml.ts';
import { attributeOf, isFalse, type XmlElement } from './xml/xml-element.ts';

const BPMNDI = 'http://www.omg.org/spec/BPMN/20100524/DI';
const DI = 'http://www.omg.org/spec/DD/20100524/DI';
const DC = 'http://www.omg.org/spec/DD/20100524/DC';

/** `tag`: BPMN name. `event`: kind of its first event definition, for example `message`. */
export interface DrawnElement {
  readonly id: string;
  readonly tag: string;
  readonly name: string | undefined;
  readonly event: string | undefined;
}
/** Units of the file, usually pixels. */
export interface DrawnBounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
export interface DiagramShape extends DrawnBounds {
  readonly of: DrawnElement;
  /** Bounds of its label. */
  readonly label: DrawnBounds | undefined;
  readonly isHorizontal: boolean;
}
export interface DrawnEdge {
  readonly of: DrawnElement;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

/** Diagrams of one file are merged. */
export interface Diagram {
  readonly shapes: readonly DiagramShape[];
  readonly edges: readonly DrawnEdge[];
}

/** Returns undefined without diagram or if invalid. Never throws. */
export function readDiagram(text: string): Diagram | undefined {
  const read = readXml(text);
  if (!read.ok) return undefined;
  const elements = new Map<string, DrawnElement>();
  const shapes: DiagramShape[] = [];
  const edges: DrawnEdge[] = [];
  const walk = (xml: XmlElement): void => {
    if (xml.uri === BPMN) note(xml, elements);
    for (const child of xml.children) walk(child);
  };
  walk(read.root);
  const draw = (xml: XmlElement): void => {
    if (xml.uri === BPMNDI && xml.local === 'BPMNShape') shapes.push(...shapeOf(xml, elements));
    else if (xml.uri === BPMNDI && xml.local === 'BPMNEdge') edges.push(...edgeOf(xml, elements));
    for (const child of xml.children) draw(child);
  };
  draw(read.root);
  return shapes.length === 0 ? undefined : { shapes, edges };
}

function note(xml: XmlElement, elements: Map<string, DrawnElement>): void {
  const id = attributeOf(xml, 'id');
  if (id === undefined || elements.has(id)) return;
  const definition = xml.children.find(({ uri, local }) => uri === BPMN && local.endsWith('EventDefinition'));
  const event = definition?.local.slice(0, -'EventDefinition'.length);
  const text = xml.local === 'textAnnotation' ? xml.children.find(({ local }) => local === 'text')?.text : undefined;
  elements.set(id, { id, tag: xml.local, name: attributeOf(xml, 'name') ?? text, event });
}

function shapeOf(xml: XmlElement, elements: ReadonlyMap<string, DrawnElement>): DiagramShape[] {
  const of = elements.get(referenceOf(xml));
  const bounds = boundsOf(xml);
  if (of === undefined || bounds === undefined) return [];
  const label = xml.children.find(({ uri, local }) => uri === BPMNDI && local === 'BPMNLabel');
  const isHorizontal = !isFalse(attributeOf(xml, 'isHorizontal'));
  return [{ ...bounds, of, label: label === undefined ? undefined : boundsOf(label), isHorizontal }];
}

function edgeOf(xml: XmlElement, elements: ReadonlyMap<string, DrawnElement>): DrawnEdge[] {
  const of = elements.get(referenceOf(xml));
  const points = xml.children
    .filter(({ uri, local }) => uri === DI && local === 'waypoint')
    .map((point) => ({ x: numberOf(point, 'x'), y: numberOf(point, 'y') }))
    .flatMap(({ x, y }) => (x === undefined || y === undefined ? [] : { x, y }));
  return of === undefined || points.length < 2 ? [] : [{ of, points }];
}

/** Drops the prefix: ids are unique within a file. */
function referenceOf(xml: XmlElement): string {
  return (attributeOf(xml, 'bpmnElement') ?? '').replace(/^.*:/, '');
}

function boundsOf(xml: XmlElement): DrawnBounds | undefined {
  const bounds = xml.children.find(({ uri, local }) => uri === DC && local === 'Bounds');
  if (bounds === undefined) return undefined;
  const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((name) => numberOf(bounds, name));
  if (x === undefined || y === undefined || width === undefined || height === undefined) return undefined;
  return { x, y, width, height };
}

function numberOf(xml: XmlElement, name: string): number | undefined {
  const value = Number(attributeOf(xml, name) ?? 'none');
  return Number.isFinite(value) ? value : undefined;
}
