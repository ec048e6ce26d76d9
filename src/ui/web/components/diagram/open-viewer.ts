import './library.css';
import NavigatedViewer from 'bpmn-js/lib/NavigatedViewer';
import { pageTexts } from '../../texts/dialogs.ts';
import { allowAnyName } from './any-name.ts';
import { type Area, areaAround } from './area.ts';
import { drawable } from './drawable.ts';
import { fittedView } from './fitted-view.ts';
import { importModel } from './import-model.ts';
import { badgeLinks, markPainter } from './mark-painter.ts';
import type { DiagramMarks } from './marks.ts';
import { type ImportWarning, ModelDocument, type ModelNote, notesOf } from './model-notes.ts';
import { nameLogo } from './name-logo.ts';
import type { ModelSize } from './needed-height.ts';
import { type DraggedTokens, tokenDrag } from './token-moves.ts';
import type { Services } from './viewer-services.ts';

export interface DiagramViewer {
  /** parts not drawn as in the file */
  readonly notes: readonly ModelNote[];
  /** of the whole model */
  readonly size: ModelSize;
  /** Replaces the marks. */
  show(marks: DiagramMarks): void;
  /** Highlights only this element, and scrolls it into view on the level of its sub-process. */
  select(elementId: string | null): void;
  /** Undefined disables dragging of tokens. */
  move(moves: DraggedTokens | undefined): void;
  fit(): void;
  /** Around the elements that the shown level draws; undefined: none of them. */
  areaOf(elementIds: readonly string[]): Area | undefined;
  showArea(area: Area, leastScale: number): void;
  /** Calls the listener now and after each change of the visible part. Returns a function that removes it. */
  watchView(listener: (view: SeenPart) => void): () => void;
  /** No effect if the part is visible, so that two viewers can follow each other. */
  showPart(part: SeenPart): void;
  zoom(step: 1 | -1): void;
  close(): void;
}

/** `x`, `y`: top left corner in units of the model. */
export interface SeenPart {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

/**
 * Rejects if the model cannot be read.
 * @param processId undefined: the first with a layout
 * @param onSelect null: the background or the process
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
  const painter = markPainter(viewer.get('canvas'), viewer.get('overlays'), registry);
  const checkLinks = badgeLinks(container, canvas, viewer.get('eventBus') as never);
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
  const { inner } = canvas.viewbox();
  const isDrawn = (id: string) => registry.get(id) !== undefined;
  return {
    notes: notesOf(new ModelDocument(xml), warnings, { placed: drawing.placed, isDrawn, processId }),
    size: inner,
    show(marks) {
      painter(marks);
      checkLinks();
    },
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
    areaOf: (ids) => areaOf(viewer, ids),
    showArea: view.showArea,
    ...sharedView(viewer),
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
    // theme colours
    bpmnRenderer: {
      defaultFillColor: 'var(--diagram-fill)',
      defaultStrokeColor: 'var(--diagram-line)',
      defaultLabelColor: 'var(--diagram-line)',
    },
  } as ConstructorParameters<typeof NavigatedViewer>[0]);
  allowAnyName(viewer.get('moddle'));
  // the library hides the badges before each move and shows them after it, so the browser would lay out all of them twice per frame
  viewer.get('overlays').hide = () => {};
  return viewer;
}

/** Functions to show the same part in two viewers. */
function sharedView(viewer: NavigatedViewer<Services>): Pick<DiagramViewer, 'watchView' | 'showPart'> {
  const canvas = viewer.get('canvas');
  const events = viewer.get('eventBus');
  return {
    watchView(listener) {
      const show = () => {
        const { x, y, scale } = canvas.viewbox();
        listener({ x, y, scale });
      };
      events.on('canvas.viewbox.changed', show);
      show();
      return () => events.off('canvas.viewbox.changed', show);
    },
    showPart({ x, y, scale }) {
      const seen = canvas.viewbox();
      if (Math.abs(seen.x - x) + Math.abs(seen.y - y) < 0.5 && Math.abs(seen.scale - scale) < 0.001) return;
      // the size of the view box is that before a resize which this viewer has not handled yet
      const { width, height } = canvas.getSize();
      canvas.viewbox({ x, y, width: width / scale, height: height / scale });
    },
  };
}

function areaOf(viewer: NavigatedViewer<Services>, ids: readonly string[]): Area | undefined {
  const canvas = viewer.get('canvas');
  const points = ids.flatMap((id) => {
    const element = viewer.get('elementRegistry').get(id) as
      | (Partial<Area> & { waypoints?: { x: number; y: number }[] })
      | undefined;
    if (element === undefined || canvas.findRoot(id) !== canvas.getRootElement()) return [];
    if (element.waypoints !== undefined) return element.waypoints;
    const { x = 0, y = 0, width = 0, height = 0 } = element;
    return width === 0
      ? []
      : [
          { x, y },
          { x: x + width, y: y + height },
        ];
  });
  return areaAround(points);
}

/** A collapsed sub-process has its own level. Returns whether it has changed. */
function showLevelOf(canvas: Services['canvas'], elementId: string): boolean {
  const level = canvas.findRoot(elementId);
  if (level === null || level === undefined || level === canvas.getRootElement()) return false;
  canvas.setRootElement(level);
  return true;
}

/** Marks the drawing as one picture for screen readers. The lists next to it contain the same data. */
function nameForReaders(container: HTMLElement): void {
  const svg = container.querySelector('svg[data-element-id], .djs-container > svg');
  svg?.setAttribute('role', 'img');
  svg?.setAttribute('aria-label', pageTexts.diagram.ofProcess);
  nameLogo(container);
}
