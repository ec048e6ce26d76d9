import { boundsOf } from './layout-block.ts';
import { BPMNDI, DC, DI } from './namespaces.ts';
import type { Bounds, Point } from './route-flows.ts';

/** Bounds with the plane of the drawing. */
export interface DrawnShape extends Bounds {
  readonly plane: Element;
  readonly isExpanded: boolean;
}

/** The diagrams of a BPMN document. */
export class Drawing {
  /** shapes with bounds, by element id */
  readonly places = new Map<string, DrawnShape>();
  /** ids of flows with an edge */
  readonly edges = new Set<string>();
  /** planes by id of their process, collaboration or sub-process */
  readonly planes = new Map<string, Element>();
  readonly #document: Document;
  readonly #ids: Set<string>;

  constructor(document: Document) {
    this.#document = document;
    this.#ids = new Set([...document.querySelectorAll('[id]')].map(({ id }) => id));
    for (const plane of document.getElementsByTagNameNS(BPMNDI, 'BPMNPlane')) this.#read(plane);
  }

  #read(plane: Element): void {
    const shown = plane.getAttribute('bpmnElement') ?? '';
    if (!this.planes.has(shown)) this.planes.set(shown, plane);
    for (const edge of plane.getElementsByTagNameNS(BPMNDI, 'BPMNEdge')) this.edges.add(edge.getAttribute('bpmnElement') ?? '');
    for (const shape of plane.getElementsByTagNameNS(BPMNDI, 'BPMNShape')) {
      const bounds = boundsOf(shape);
      const isExpanded = /^\s*(?:true|1)\s*$/.test(shape.getAttribute('isExpanded') ?? '');
      const element = shape.getAttribute('bpmnElement') ?? '';
      if (bounds !== undefined && !this.places.has(element)) this.places.set(element, { ...bounds, plane, isExpanded });
    }
  }

  addPlane(elementId: string): Element {
    const diagram = this.#make(BPMNDI, 'bpmndi:BPMNDiagram', { id: this.#newId(`${elementId}_diagram`) });
    const plane = this.#make(BPMNDI, 'bpmndi:BPMNPlane', { id: this.#newId(`${elementId}_plane`), bpmnElement: elementId });
    diagram.append(plane);
    this.#document.documentElement.append(diagram);
    this.planes.set(elementId, plane);
    return plane;
  }

  addShape(plane: Element, elementId: string, bounds: Bounds, looks: Readonly<Record<string, string>> = {}): void {
    const names = { id: this.#newId(`${elementId}_di`), bpmnElement: elementId };
    const shape = this.#make(BPMNDI, 'bpmndi:BPMNShape', { ...names, ...looks });
    const { x, y, width, height } = bounds;
    shape.append(this.#make(DC, 'dc:Bounds', { x: `${x}`, y: `${y}`, width: `${width}`, height: `${height}` }));
    plane.append(shape);
    this.places.set(elementId, { ...bounds, plane, isExpanded: false });
  }

  addEdge(plane: Element, elementId: string, points: readonly Point[]): void {
    const edge = this.#make(BPMNDI, 'bpmndi:BPMNEdge', { id: this.#newId(`${elementId}_di`), bpmnElement: elementId });
    for (const { x, y } of points) edge.append(this.#make(DI, 'di:waypoint', { x: `${x}`, y: `${y}` }));
    plane.append(edge);
    this.edges.add(elementId);
  }

  /** Top left corner of the free area below all shapes. */
  below(plane: Element, gap: number): Point {
    const all = [...this.places.values()].filter((place) => place.plane === plane);
    if (all.length === 0) return { x: 0, y: 0 };
    return { x: Math.min(...all.map(({ x }) => x)), y: Math.max(...all.map(({ y, height }) => y + height)) + gap };
  }

  #make(namespace: string, name: string, attributes: Readonly<Record<string, string>>): Element {
    const element = this.#document.createElementNS(namespace, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  }

  #newId(wanted: string): string {
    let id = wanted;
    for (let next = 2; this.#ids.has(id); next += 1) id = `${wanted}_${next}`;
    this.#ids.add(id);
    return id;
  }
}
