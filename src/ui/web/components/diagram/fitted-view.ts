import type NavigatedViewer from 'bpmn-js/lib/NavigatedViewer';
import type Canvas from 'diagram-js/lib/core/Canvas';
import type { Services } from './viewer-services.ts';

/** Around a fitted model. Unit: px. */
const MARGIN = 24;

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

/** Height of a model that is fitted to the width and not enlarged. Unit: px. */
export function heightAt(width: number, inner: { readonly width: number; readonly height: number }): number {
  const scale = Math.min(1, (width - CONTROLS - 2 * MARGIN) / inner.width);
  return Math.ceil(inner.height * scale + 2 * MARGIN);
}

/** Margin of an element that is scrolled into view. Unit: px. */
const AROUND = 40;

/** Margin for the zoom buttons. Unit: px. */
const CONTROLS = 24;

interface FittedView {
  /** Shows the whole model, also after each resize, until the user moves or zooms it. */
  fit(): void;
  /** Scrolls an element of the shown level into view, also after resizes. */
  keepInSight(elementId: string): void;
  stop(): void;
}

/** No effect until `fit` or `keepInSight` is called. */
export function fittedView(viewer: NavigatedViewer<Services>, container: HTMLElement): FittedView {
  const canvas = viewer.get('canvas');
  const registry = viewer.get('elementRegistry');
  let isFitted = false;
  let isOwnMove = false;
  let kept: string | null = null;
  const move = (act: () => void) => {
    isOwnMove = true;
    act();
    isOwnMove = false;
  };
  const fitAll = () => {
    move(() => fitWithMargin(canvas, { right: CONTROLS }));
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
    if (isFitted) fitAll();
    bringIntoSight();
  });
  observer.observe(container);
  return {
    fit: fitAll,
    keepInSight(elementId) {
      kept = elementId;
      bringIntoSight();
    },
    stop: () => observer.disconnect(),
  };
}
