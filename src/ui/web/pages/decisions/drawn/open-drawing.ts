import 'diagram-js/assets/diagram-js.css';
import 'dmn-js-shared/assets/css/dmn-js-shared.css';
import 'dmn-js-decision-table/assets/css/dmn-js-decision-table.css';
import 'dmn-js-drd/assets/css/dmn-js-drd.css';
import DecisionTableViewer from 'dmn-js-decision-table/lib/Viewer';
import DrdViewer from 'dmn-js-drd/lib/NavigatedViewer';
import Manager, { type DmnElement, type ViewProvider } from 'dmn-js-shared/lib/base/Manager';
import { DRAWN_WORDS } from './drawn-words.ts';

const TABLE: ViewProvider = {
  id: 'decisionTable',
  constructor: DecisionTableViewer,
  opens: (element) => element.decisionLogic?.$type === 'dmn:DecisionTable',
};
const GRAPH: ViewProvider = { id: 'drd', constructor: DrdViewer, opens: (element) => element.$type === 'dmn:Definitions' };

// called by the library
class TableDrawing extends Manager {
  override _getViewProviders(): readonly ViewProvider[] {
    return [TABLE];
  }
}
class GraphDrawing extends Manager {
  override _getViewProviders(): readonly ViewProvider[] {
    return [GRAPH];
  }
}

/** Rejects if the file cannot be read or the decision has no table. */
export async function drawTable(ground: HTMLElement, xml: string, decisionId: string): Promise<{ readonly close: () => void }> {
  const drawing = new TableDrawing({ container: ground, decisionTable: { additionalModules: [DRAWN_WORDS] } });
  await drawing.importXML(xml, { open: false });
  const view = drawing.getViews().find(({ element }) => element.id === decisionId);
  if (view === undefined) throw new Error('there is no table');
  await drawing.open(view);
  // for scrolling with the keyboard
  ground.querySelector('.tjs-table-container')?.setAttribute('tabindex', '0');
  return { close: () => drawing.destroy() };
}

export interface DrawnGraph {
  select(id: string | null): void;
  fit(): void;
  close(): void;
}

/** Disables the library's buttons that open a node. Users click the node or the list. */
const NO_DRILL_DOWN = { enabled: false };

interface Canvas {
  zoom(level: 'fit-viewport', centre: 'auto'): void;
  resized(): void;
  addMarker(id: string, marker: string): void;
  removeMarker(id: string, marker: string): void;
}

/** `onSelect`: id of a clicked node. Rejects if the file cannot be read. */
export async function drawGraph(ground: HTMLElement, xml: string, onSelect: (id: string) => void): Promise<DrawnGraph> {
  const colours = {
    defaultFillColor: 'var(--diagram-fill)',
    defaultStrokeColor: 'var(--diagram-line)',
    defaultLabelColor: 'var(--diagram-line)',
  };
  const drawing = new GraphDrawing({
    container: ground,
    drd: { drdRenderer: colours, drillDown: NO_DRILL_DOWN, additionalModules: [DRAWN_WORDS] },
  });
  await drawing.importXML(xml);
  const viewer = drawing.getActiveViewer();
  const canvas = viewer.get<Canvas>('canvas');
  const registry = viewer.get<{ get(id: string): DmnElement | undefined }>('elementRegistry');
  viewer
    .get<{ on(event: string, listener: (event: { element: DmnElement }) => void): void }>('eventBus')
    .on('element.click', ({ element }) => {
      if (element.id !== undefined) onSelect(element.id);
    });
  const fitAll = () => {
    if (ground.clientWidth === 0 || ground.clientHeight === 0) return; // nothing fits into no room
    canvas.resized();
    canvas.zoom('fit-viewport', 'auto');
  };
  fitAll();
  const size = new ResizeObserver(fitAll);
  size.observe(ground);
  let selected: string | null = null;
  return {
    select(id) {
      if (selected !== null && registry.get(selected) !== undefined) canvas.removeMarker(selected, 'is-selected');
      selected = id;
      if (id !== null && registry.get(id) !== undefined) canvas.addMarker(id, 'is-selected');
    },
    fit: fitAll,
    close() {
      size.disconnect();
      drawing.destroy();
    },
  };
}
