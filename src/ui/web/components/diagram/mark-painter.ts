import type { DiagramBadge, DiagramMarks } from './marks.ts';

type Canvas = import('diagram-js/lib/core/Canvas').default;
type Overlays = import('diagram-js/lib/features/overlays/Overlays').default;
type ElementRegistry = import('diagram-js/lib/core/ElementRegistry').default;

/** Position of a badge: active ones at the bottom left, near the token; the others in the other corners. */
const PLACES: Readonly<Record<DiagramBadge['kind'], { top?: number; bottom?: number; left?: number; right?: number }>> = {
  active: { bottom: 12, left: -12 },
  failed: { top: -12, right: 12 },
  everFailed: { top: -12, left: -12 },
  completed: { bottom: 12, right: 12 },
  figure: { top: -12, left: 12 },
  added: { top: -12, left: -12 },
  removed: { top: -12, left: -12 },
  changed: { top: -12, left: -12 },
  moved: { top: -12, left: -12 },
};

/** The name of an event or gateway is below it. */
const SMALL_PX = 60;
const placeOf = (kind: DiagramBadge['kind'], width: number) =>
  kind === 'completed' && width < SMALL_PX ? { top: -14, left: -12 } : PLACES[kind];

/**
 * Draws marks over a model, and updates only differences, because a slider moves through many states. In an editor, marked
 * elements may be deleted in the meantime.
 */
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

/** A badge that counts something is a link to it; the page follows it (`Diagram`), so that nothing is loaded again. */
function badgeElement({ kind, text, label, href }: DiagramBadge, elementId: string): HTMLElement {
  const element = document.createElement(href === undefined ? 'div' : 'a');
  element.className = `diagram-badge diagram-badge-${kind}`;
  element.textContent = text;
  element.title = label;
  element.dataset['badgeOf'] = elementId;
  if (element instanceof HTMLAnchorElement && href !== undefined) {
    element.href = href;
    element.setAttribute('aria-label', label);
  }
  return element;
}
