import { isSmall, type PlacedShape, rowPlace } from './badge-places.ts';
import type { DiagramBadge, DiagramMarks } from './marks.ts';

type Canvas = import('diagram-js/lib/core/Canvas').default;
type Overlays = import('diagram-js/lib/features/overlays/Overlays').default;
type EventBus = import('diagram-js/lib/core/EventBus').default;
type ElementRegistry = import('diagram-js/lib/core/ElementRegistry').default;

/** Relative to the corners of the element. Unit: px. */
const PLACES: Readonly<Record<DiagramBadge['kind'], { top?: number; bottom?: number; left?: number; right?: number }>> = {
  active: { bottom: 12, left: -12 },
  waiting: { bottom: 18, left: -6 },
  failed: { top: -12, right: 12 },
  incident: { top: -12, left: 28 },
  calledIncident: { bottom: 12, left: 34 },
  everFailed: { top: -12, left: -12 },
  completed: { bottom: 12, right: 12 },
  figure: { top: -12, left: 12 },
  added: { top: -12, left: -12 },
  removed: { top: -12, left: -12 },
  changed: { top: -12, left: -12 },
  moved: { top: -12, left: -12 },
};

/** Below this scale a badge is too small for a finger. */
const LEAST_LINK_SCALE = 0.5;

/** Badges are links only if the drawing is large enough to hit one. Call the function after new badges. */
export function badgeLinks(container: HTMLElement, canvas: Canvas, events: EventBus): () => void {
  let isSmall = false;
  const apply = () => {
    for (const badge of container.querySelectorAll<HTMLAnchorElement>('a.diagram-badge')) {
      const { href = '' } = badge.dataset;
      if (isSmall) badge.removeAttribute('href');
      else badge.setAttribute('href', href);
    }
  };
  const check = () => {
    const wasSmall = isSmall;
    isSmall = canvas.zoom() < LEAST_LINK_SCALE;
    if (isSmall !== wasSmall) apply();
  };
  events.on('canvas.viewbox.changed', check);
  return () => {
    isSmall = canvas.zoom() < LEAST_LINK_SCALE;
    apply();
  };
}

/** Updates only differences, because time travel shows many states quickly. Ignores unknown elements. */
export function markPainter(canvas: Canvas, overlays: Overlays, registry: ElementRegistry): (marks: DiagramMarks) => void {
  let classes = new Map<string, string>();
  let badges = new Map<string, string>();
  return (marks) => {
    const wanted = new Map<string, string>();
    for (const flow of marks.flows) wanted.set(flow, 'is-taken');
    for (const [element, mark] of marks.marks) wanted.set(element, `is-${mark}`);
    for (const [element, name] of classes)
      if (wanted.get(element) !== name && registry.get(element) !== undefined) canvas.removeMarker(element, name);
    for (const [element, name] of wanted) {
      if (registry.get(element) === undefined) wanted.delete(element);
      else if (classes.get(element) !== name) canvas.addMarker(element, name);
    }
    classes = wanted;
    const texts = new Map<string, string>();
    for (const [element, list] of marks.badges) if (registry.get(element) !== undefined) texts.set(element, JSON.stringify(list));
    for (const [element, text] of badges)
      if (texts.get(element) !== text && registry.get(element) !== undefined) overlays.remove({ element, type: 'badge' });
    const labels = labelsOf(registry);
    for (const [element, text] of texts) {
      if (badges.get(element) === text) continue;
      for (const { position, html } of placed(marks.badges.get(element) ?? [], element, registry, labels))
        overlays.add(element, 'badge', { position, html });
    }
    badges = texts;
  };
}

/** Small elements have one row, others use their corners. */
function placed(badges: readonly DiagramBadge[], id: string, registry: ElementRegistry, labels: readonly PlacedShape[]) {
  const shape = registry.get(id) as PlacedShape | undefined;
  const elements = badges.map((badge) => badgeElement(badge, id));
  // a flow has no width
  if (shape?.width === undefined || !isSmall(shape) || badges.length === 0)
    return badges.map(({ kind }, index) => ({ position: PLACES[kind], html: elements[index] as HTMLElement }));
  const row = document.createElement('div');
  row.className = 'diagram-badge-row';
  row.append(...elements);
  return [{ position: rowPlace(shape, badges, labels), html: row }];
}

function labelsOf(registry: ElementRegistry): readonly PlacedShape[] {
  return registry.filter((element) => (element as Partial<PlacedShape>).labelTarget != null) as unknown as readonly PlacedShape[];
}

/** A link if it has `href`; `Diagram` handles the click, so that the browser does not reload. */
function badgeElement({ kind, text, label, href }: DiagramBadge, elementId: string): HTMLElement {
  const element = document.createElement(href === undefined ? 'div' : 'a');
  element.className = `diagram-badge diagram-badge-${kind}`;
  element.textContent = text;
  element.title = label;
  element.dataset['badgeOf'] = elementId;
  if (element instanceof HTMLAnchorElement && href !== undefined) {
    element.href = href;
    element.dataset['href'] = href;
    element.setAttribute('aria-label', label);
  }
  return element;
}
