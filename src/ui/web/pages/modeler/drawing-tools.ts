import type Modeler from 'bpmn-js/lib/Modeler';
import { fitWithMargin } from '../../components/diagram/fitted-view.ts';

/** Width of the palette. Unit: px. */
const PALETTE_WIDTH = 110;

/** State for the buttons around the drawing. */
export interface DrawingState {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** element id; if none or several are selected, id of the shown plane */
  readonly selected: string;
  /** number of changes */
  readonly changes: number;
}

export interface DrawingTools {
  readonly state: DrawingState;
  /** Returns a function that removes the listener. */
  watch(listener: () => void): () => void;
  undo(): void;
  redo(): void;
  /** @param step 1: larger, -1: smaller */
  zoom(step: number): void;
  fit(): void;
  isDrawn(elementId: string): boolean;
  /** Selects, on the plane of the element, and scrolls into view. No effect if it is not drawn. */
  show(elementId: string): void;
  deselect(): void;
}

type Canvas = import('diagram-js/lib/core/Canvas').default;
type Services = {
  canvas: Canvas;
  commandStack: import('diagram-js/lib/command/CommandStack').default;
  keyboard: { addListener(listener: (context: { keyEvent: KeyboardEvent }) => boolean | undefined): void };
  elementRegistry: import('diagram-js/lib/core/ElementRegistry').default;
  selection: import('diagram-js/lib/features/selection/Selection').default;
  zoomScroll: { stepZoom(step: number): void };
};

export function drawingTools(modeler: Modeler<object>): DrawingTools {
  const get = <Name extends keyof Services>(name: Name) => (modeler as unknown as Modeler<Services>).get(name);
  const listeners = new Set<() => void>();
  let state: DrawingState = { canUndo: false, canRedo: false, selected: '', changes: 0 };
  let changes = 0;
  const look = () => {
    const [only, ...others] = get('selection').get() as { id: string; labelTarget?: { id: string } }[];
    const root = get('canvas').getRootElement() as { id: string; businessObject?: { id: string } };
    const selected =
      only === undefined || others.length > 0 ? (root.businessObject?.id ?? root.id) : (only.labelTarget?.id ?? only.id);
    const [canUndo, canRedo] = [get('commandStack').canUndo(), get('commandStack').canRedo()];
    if (state.canUndo === canUndo && state.canRedo === canRedo && state.selected === selected && state.changes === changes)
      return;
    state = { canUndo, canRedo, selected, changes };
    for (const listener of listeners) listener();
  };
  get('keyboard').addListener(({ keyEvent: { key, ctrlKey, metaKey, altKey } }) => {
    if (key.toLowerCase() !== 'f' || ctrlKey || metaKey || altKey) return undefined;
    fitDrawing(get('canvas'));
    return true;
  });
  modeler.on('commandStack.changed', () => {
    changes += 1;
  });
  modeler.on(['commandStack.changed', 'selection.changed', 'root.set', 'import.done', 'elements.changed'], look);
  return {
    get state() {
      return state;
    },
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    undo: () => get('commandStack').undo(),
    redo: () => get('commandStack').redo(),
    zoom: (step) => get('zoomScroll').stepZoom(step),
    fit: () => fitDrawing(get('canvas')),
    isDrawn: (elementId) => get('elementRegistry').get(elementId) !== undefined,
    show(elementId) {
      const [canvas, element] = [get('canvas'), get('elementRegistry').get(elementId)];
      if (element === undefined) return;
      const level = canvas.findRoot(element as never);
      if (level !== undefined && level !== null && level !== canvas.getRootElement()) canvas.setRootElement(level);
      get('selection').select((element as { parent?: unknown }).parent === undefined ? [] : (element as never));
      canvas.scrollToElement(element as never, { top: 80, bottom: 80, left: PALETTE_WIDTH + 20, right: 80 } as never);
    },
    deselect: () => get('selection').select([] as never),
  };
}

/** Visible part after the last fit. */
const fitted = new WeakMap<Canvas, string>();

/** Next to the palette. */
export function fitDrawing(canvas: Canvas): void {
  fitWithMargin(canvas, { left: PALETTE_WIDTH });
  fitted.set(canvas, viewOf(canvas));
}

/** Fits the drawing after a resize, unless the user has moved or zoomed it. */
export function refitDrawing(canvas: Canvas): void {
  const isFitted = fitted.get(canvas) === viewOf(canvas);
  canvas.resized();
  const { width, height } = canvas.getSize();
  if (isFitted && width > PALETTE_WIDTH && height > 0) fitDrawing(canvas); // the frame of a closed page has no size
}

function viewOf(canvas: Canvas): string {
  const { x, y, scale } = canvas.viewbox();
  return `${x} ${y} ${scale}`;
}
