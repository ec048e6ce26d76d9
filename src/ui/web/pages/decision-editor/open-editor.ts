import 'diagram-js/assets/diagram-js.css';
import 'dmn-js-shared/assets/css/dmn-js-shared.css';
import 'dmn-js-decision-table/assets/css/dmn-js-decision-table.css';
import 'dmn-js-decision-table/assets/css/dmn-js-decision-table-controls.css';
import '../../components/diagram/editor-theme.css';
import DecisionTableEditor from 'dmn-js-decision-table/lib/Editor';
import EditingManager from 'dmn-js-shared/lib/base/EditingManager';
import type { ViewProvider } from 'dmn-js-shared/lib/base/Manager';
import type { EditedText } from '../../components/use-text-check.ts';
import { DRAWN_WORDS } from '../decisions/drawn/drawn-words.ts';

const TABLE: ViewProvider = {
  id: 'decisionTable',
  constructor: DecisionTableEditor,
  opens: (element) => element.decisionLogic?.$type === 'dmn:DecisionTable',
};

// called by the library
class TableEditing extends EditingManager {
  override _getViewProviders(): readonly ViewProvider[] {
    return [TABLE];
  }
}

interface CommandStack {
  undo(): void;
  redo(): void;
  canUndo(): boolean;
  canRedo(): boolean;
}

/** Shows one table; none before `show`. */
export interface TableEditor extends EditedText {
  /** ids of decisions with a table */
  readonly tables: readonly string[];
  /** No effect without table. */
  show(decisionId: string): Promise<void>;
  /** Replaces the marks of findings. */
  mark(cells: readonly MarkedCell[]): void;
  undo(): void;
  redo(): void;
  steps(): { readonly canUndo: boolean; readonly canRedo: boolean };
  close(): void;
}

/** Cell with the severity of its finding. */
export interface MarkedCell {
  readonly id: string;
  readonly severity: 'error' | 'warning';
}

/** The file needs the namespaces of DMN 1.3. Rejects if it cannot be read. */
export async function openEditor(ground: HTMLElement, xml: string): Promise<TableEditor> {
  const editing = new TableEditing({ container: ground, decisionTable: { additionalModules: [DRAWN_WORDS] } });
  const listeners = new Set<() => void>();
  editing.on('viewer.created', (event: { readonly viewer: { on(event: string, listener: () => void): void } }) =>
    event.viewer.on('commandStack.changed', () => {
      for (const listener of [...listeners]) listener();
    }),
  );
  await editing.importXML(xml, { open: false });
  const marks = new CSSStyleSheet();
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, marks];
  const stack = () =>
    editing.getActiveView() === undefined ? undefined : editing.getActiveViewer().get<CommandStack>('commandStack');
  return {
    tables: editing.getViews().flatMap(({ element }) => element.id ?? []),
    async show(decisionId) {
      const view = editing.getViews().find(({ element }) => element.id === decisionId);
      if (view === undefined) return;
      await editing.open(view);
      // it has no text for a heading
      ground.querySelector('th.index-column')?.setAttribute('role', 'none');
    },
    async read() {
      return (await editing.saveXML({ format: true })).xml;
    },
    watchText(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    mark: (cells) => marks.replaceSync(cells.map(ruleOf).join('\n')),
    undo: () => stack()?.undo(),
    redo: () => stack()?.redo(),
    steps: () => ({ canUndo: stack()?.canUndo() === true, canRedo: stack()?.canRedo() === true }),
    close() {
      listeners.clear();
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== marks);
      editing.destroy();
    },
  };
}

/** Marks by style, because the library redraws cells at any time and classes would be lost. */
function ruleOf({ id, severity }: MarkedCell): string {
  return `.table-editor [data-element-id="${CSS.escape(id)}"] { box-shadow: inset 3px 0 0 var(--${severity === 'error' ? 'fail' : 'wait'}-line); background: var(--${severity === 'error' ? 'fail' : 'wait'}-bg); }`;
}
