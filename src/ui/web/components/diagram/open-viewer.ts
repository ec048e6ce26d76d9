import NavigatedViewer from 'bpmn-js/lib/NavigatedViewer';
import { allowAnyName } from './any-name.ts';
import { drawable } from './drawable.ts';
import { fittedView } from './fitted-view.ts';
import { importModel } from './import-model.ts';
import type { DiagramBadge, DiagramMarks } from './marks.ts';
import { type ImportWarning, ModelDocument, type ModelNote, notesOf } from './model-notes.ts';
import { type DraggedTokens, tokenDrag } from './token-moves.ts';

/** A drawn model that can be marked, moved and asked what was clicked. */
export interface DiagramViewer {
  /** what could not be drawn as the model has it */
  readonly notes: readonly ModelNote[];
  show(marks: DiagramMarks): void;
  select(elementId: string | null): void;
  /** Lets tokens be dragged; undefined: no longer. */
  move(moves: DraggedTokens | undefined): void;
  fit(): void;
  zoom(step: 1 | -1): void;
  close(): void;
}

/** What a viewer of the library is asked for. */
export type Services = {
  canvas: import('diagram-js/lib/core/Canvas').default;
  overlays: import('diagram-js/lib/features/overlays/Overlays').default;
  elementRegistry: import('diagram-js/lib/core/ElementRegistry').default;
  eventBus: import('diagram-js/lib/core/EventBus').default;
  moddle: { fromXML: unknown };
  zoomScroll: { stepZoom(delta: number): void };
};

/** Where a badge stands: active ones where the token is, at the bottom left; the others in the other corners. */
const PLACES: Readonly<Record<DiagramBadge['kind'], { top?: number; bottom?: number; left?: number; right?: number }>> = {
  active: { bottom: 12, left: -12 },
  failed: { top: -12, right: 12 },
  completed: { bottom: 12, right: 12 },
};

/**
 * Draws a model in the container. Rejects when the model cannot be read.
 * @param processId which process of the document; undefined: the first that has a layout
 * @param onSelect called with the element that was clicked, null for the ground and for the process
 */
export async function openViewer(
  container: HTMLElement,
  { xml, processId }: { readonly xml: string; readonly processId: string | undefined },
  onSelect: (elementId: string | null) => void,
): Promise<DiagramViewer> {
  const drawing = await drawable(xml, processId);
  const viewer = newViewer(container);
  let warnings: readonly ImportWarning[];
  try {
    warnings = await importModel(viewer, xml, drawing);
  } catch (error) {
    viewer.destroy();
    throw error;
  }
  const canvas = viewer.get('canvas');
  const registry = viewer.get('elementRegistry');
  const painter = marker(viewer);
  let selected: string | null = null;
  viewer
    .get('eventBus')
    .on('element.click', ({ element }: { element: { id: string; parent?: unknown; labelTarget?: { id: string } } }) => {
      onSelect(element.parent === undefined ? null : (element.labelTarget?.id ?? element.id));
    });
  nameForReaders(container);
  const view = fittedView(viewer, container);
  const drag = tokenDrag(viewer, container);
  view.fit();
  const isDrawn = (id: string) => registry.get(id) !== undefined;
  return {
    notes: notesOf(new ModelDocument(xml), warnings, { placed: drawing.placed, isDrawn, processId }),
    show: painter,
    select(elementId) {
      if (selected !== null && registry.get(selected) !== undefined) canvas.removeMarker(selected, 'is-selected');
      selected = elementId;
      if (elementId === null || registry.get(elementId) === undefined) return;
      canvas.addMarker(elementId, 'is-selected');
      if (showLevelOf(canvas, elementId)) view.fit();
      view.keepInSight(elementId);
    },
    move: drag.show,
    fit: view.fit,
    zoom: (step) => viewer.get('zoomScroll').stepZoom(step),
    close: () => {
      view.stop();
      drag.stop();
      viewer.destroy();
    },
  };
}

function newViewer(container: HTMLElement): NavigatedViewer<Services> {
  const viewer = new NavigatedViewer<Services>({
    container,
    // colours of the theme: both themes draw the same shapes
    bpmnRenderer: {
      defaultFillColor: 'var(--diagram-fill)',
      defaultStrokeColor: 'var(--diagram-line)',
      defaultLabelColor: 'var(--diagram-line)',
    },
  } as ConstructorParameters<typeof NavigatedViewer>[0]);
  allowAnyName(viewer.get('moddle'));
  return viewer;
}

/** A collapsed sub-process has a level of its own: what is selected elsewhere must be seen here. Returns whether another level is shown now. */
function showLevelOf(canvas: Services['canvas'], elementId: string): boolean {
  const level = canvas.findRoot(elementId);
  if (level === null || level === undefined || level === canvas.getRootElement()) return false;
  canvas.setRootElement(level);
  return true;
}

/** Changes only what is different from what was shown before: a slider moves through many of these. */
function marker(viewer: NavigatedViewer<Services>): (marks: DiagramMarks) => void {
  const canvas = viewer.get('canvas');
  const overlays = viewer.get('overlays');
  const registry = viewer.get('elementRegistry');
  let classes = new Map<string, string>();
  let badges = new Map<string, string>();
  return (marks) => {
    const wanted = new Map<string, string>();
    for (const flow of marks.flows) wanted.set(flow, 'is-taken');
    for (const [element, mark] of marks.marks) wanted.set(element, `is-${mark}`);
    for (const [element, name] of classes) if (wanted.get(element) !== name) canvas.removeMarker(element, name);
    for (const [element, name] of wanted) {
      if (registry.get(element) === undefined) wanted.delete(element);
      else if (classes.get(element) !== name) canvas.addMarker(element, name);
    }
    classes = wanted;
    const texts = new Map<string, string>();
    for (const [element, list] of marks.badges) if (registry.get(element) !== undefined) texts.set(element, JSON.stringify(list));
    for (const [element, text] of badges) if (texts.get(element) !== text) overlays.remove({ element, type: 'badge' });
    for (const [element, text] of texts) {
      if (badges.get(element) === text) continue;
      for (const badge of marks.badges.get(element) ?? []) {
        overlays.add(element, 'badge', { position: PLACES[badge.kind], html: badgeElement(badge, element) });
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

/** The drawing is one picture to a screen reader; what it shows is in the lists beside it. */
function nameForReaders(container: HTMLElement): void {
  const svg = container.querySelector('svg[data-element-id], .djs-container > svg');
  svg?.setAttribute('role', 'img');
  svg?.setAttribute('aria-label', 'Diagram of the process');
}
