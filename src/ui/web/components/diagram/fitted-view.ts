import type NavigatedViewer from 'bpmn-js/lib/NavigatedViewer';
import { fitWithMargin } from './fit-with-margin.ts';
import type { Services } from './open-viewer.ts';

/** Ground around an element that is brought into sight. Unit: px. */
const AROUND = 40;
/** Additional margin for the zoom buttons, so that they cover no element. Unit: px. */
const CONTROLS = 24;

/** The part of the model that is seen. */
export interface FittedView {
  fit(): void;
  /** Brings an element into sight, and keeps it there when the frame gets another size. */
  keepInSight(elementId: string): void;
  stop(): void;
}

/** Fits the model into its frame, and again on each resize, until the user moves or zooms it. */
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
