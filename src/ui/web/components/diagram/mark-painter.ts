import type { DiagramBadge, DiagramMarks } from './marks.ts';

type Canvas = import('diagram-js/lib/core/Canvas').default;
type Overlays = import('diagram-js/lib/features/overlays/Overlays').default;
type EventBus = import('diagram-js/lib/core/EventBus').default;
type ElementRegistry = import('diagram-js/lib/core/ElementRegistry').default;

/** Relative to the corners of the element. Unit: px. */
const PLACES: Readonly<Record<DiagramBadge['kind'], { top?: number; bottom?: number; left?: number; right?: number }>> = {
  active: { bottom: 12, left: -12 },
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

/** Maximum width of events and gateways. Their name is below, so `completed` is above. */
const SMALL_PX = 60;
const placeOf = (kind: DiagramBadge['kind'], width: number) =>
  kind === 'completed' && width < SMALL_PX ? { top: -14, left: -12 } : PLACES[kind];

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
    for (const [element, text] of texts) {
      if (badges.get(element) === text) continue;
      for (const badge of marks.badges.get(element) ?? []) {
        overlays.add(element, 'badge', {
          position: placeOf(badge.kind, registry.get(element)?.width ?? 0),
          html: badgeElement(badge, element),
        });
      }
    }
    badges = texts;
  };
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
