import type NavigatedViewer from 'bpmn-js/lib/NavigatedViewer';
import type Canvas from 'diagram-js/lib/core/Canvas';
import type { Area } from './area.ts';
import { CONTROLS, MARGIN } from './needed-height.ts';
import type { Services } from './viewer-services.ts';

/** Shows the whole model, but does not enlarge it. `left`, `right`: px covered by panels. */
export function fitWithMargin(
  canvas: Canvas,
  { left = 0, right = 0 }: { readonly left?: number; readonly right?: number },
): void {
  canvas.zoom('fit-viewport', 'auto' as never);
  const { inner, outer } = canvas.viewbox();
  const room = { width: outer.width - left - right - 2 * MARGIN, height: outer.height - 2 * MARGIN };
  const scale = Math.min(1, room.width / inner.width, room.height / inner.height);
  if (!(scale > 0)) return;
  const [width, height] = [outer.width / scale, outer.height / scale];
  const x = inner.x - left / scale - (width - (left + right) / scale - inner.width) / 2;
  canvas.viewbox({ x, y: inner.y - (height - inner.height) / 2, width, height });
}

/** Margin of an element that is scrolled into view. Unit: px. */
const AROUND = 40;

/** Shows an area in the centre, with a scale from `least` to 1. A larger area begins at the left. */
function fitArea(canvas: Canvas, area: Area, least: number): void {
  const { outer } = canvas.viewbox();
  if (outer.width === 0 || outer.height === 0) return;
  const room = { width: outer.width - 2 * MARGIN - CONTROLS, height: outer.height - 2 * MARGIN };
  const scale = Math.max(least, Math.min(1, room.width / area.width, room.height / area.height));
  const [width, height] = [outer.width / scale, outer.height / scale];
  const x = area.x - Math.max(MARGIN / scale, (width - CONTROLS / scale - area.width) / 2);
  const y = area.y - Math.max(MARGIN / scale, (height - area.height) / 2);
  canvas.viewbox({ x, y, width, height });
}

interface FittedView {
  /** Shows the whole model, also after each resize, until the user moves or zooms it. */
  fit(): void;
  /** Shows an area, also after each resize, until the user moves or zooms it. */
  showArea(area: Area, leastScale: number): void;
  /** Scrolls an element of the shown level into view, also after resizes. */
  keepInSight(elementId: string): void;
  stop(): void;
}

/** No effect until `fit` or `keepInSight` is called. */
export function fittedView(viewer: NavigatedViewer<Services>, container: HTMLElement): FittedView {
  const canvas = viewer.get('canvas');
  const registry = viewer.get('elementRegistry');
  let isFitted = false;
  let fitAgain = () => {};
  let isOwnMove = false;
  let kept: string | null = null;
  const move = (act: () => void) => {
    isOwnMove = true;
    act();
    isOwnMove = false;
  };
  const fitAll = () => fitBy(() => fitWithMargin(canvas, { right: CONTROLS }));
  const fitBy = (fitting: () => void) => {
    fitAgain = fitting;
    move(fitting);
    isFitted = true;
  };
  const bringIntoSight = () => {
    const element = kept === null ? undefined : registry.get(kept);
    if (element === undefined || canvas.findRoot(element as never) !== canvas.getRootElement()) return;
    move(() => canvas.scrollToElement(element as never, AROUND));
  };
  viewer.get('eventBus').on('canvas.viewbox.changed', () => {
    if (!isOwnMove) isFitted = false;
  });
  const observer = new ResizeObserver(() => {
    if (container.clientWidth === 0) return;
    move(() => canvas.resized());
    if (isFitted) move(fitAgain);
    bringIntoSight();
  });
  observer.observe(container);
  return {
    fit: fitAll,
    showArea: (area, leastScale) => fitBy(() => fitArea(canvas, area, leastScale)),
    keepInSight(elementId) {
      kept = elementId;
      bringIntoSight();
    },
    stop: () => observer.disconnect(),
  };
}
