/** Libraries without types; only the used parts. */
declare module 'bpmn-moddle' {
  export class BpmnModdle {
    fromXML(xml: string, type: string): Promise<{ readonly rootElement: object }>;
  }
}
declare module 'bpmn-js-properties-panel' {
  export const BpmnPropertiesPanelModule: object;
  export const BpmnPropertiesProviderModule: object;
  export const ZeebePropertiesProviderModule: object;
  /** Service of the editor. Call it only in a field of the panel. */
  export function useService<Service>(name: string): Service;
}
declare module 'camunda-bpmn-js-behaviors/lib/camunda-cloud' {
  const module: object;
  export default module;
}
declare module 'zeebe-bpmn-moddle/resources/zeebe.json' {
  const descriptor: object;
  export default descriptor;
}
declare module '@bpmn-io/properties-panel' {
  export function TextFieldEntry(field: object): object;
  export function TextAreaEntry(field: object): object;
  export const isTextAreaEntryEdited: unknown;
  /** Foldable group of fields. */
  export const Group: unknown;
  export const isTextFieldEntryEdited: unknown;
  /** Foldable group of a list, with a button that adds an item. */
  export const ListGroup: unknown;
  /** Same identity in all renderings; calls the latest callback. */
  export function useStaticCallback<Call>(call: Call): Call;
}
declare module 'dmn-js-shared/lib/base/Manager' {
  /** Element of a file or a drawing. */
  export interface DmnElement {
    readonly $type?: string;
    readonly id?: string;
    readonly decisionLogic?: DmnElement;
  }
  export interface ViewProvider {
    readonly id: string;
    readonly constructor: unknown;
    readonly opens: (element: DmnElement) => boolean;
  }
  export interface DmnView {
    readonly element: DmnElement;
    readonly type: string;
  }
  /** Each view has its own viewer. */
  export default class Views {
    constructor(options: object);
    _getViewProviders(): readonly ViewProvider[];
    importXML(xml: string, options?: { readonly open: boolean }): Promise<{ readonly warnings: readonly unknown[] }>;
    getViews(): readonly DmnView[];
    getActiveView(): DmnView | undefined;
    getActiveViewer(): { get<Service>(name: string): Service };
    open(view: DmnView): Promise<unknown>;
    saveXML(options: { readonly format: boolean }): Promise<{ readonly xml: string }>;
    on(event: string, listener: (event: never) => void): void;
    destroy(): void;
  }
}
declare module 'dmn-js-shared/lib/base/EditingManager' {
  import Views from 'dmn-js-shared/lib/base/Manager';
  /** Assign ids to new elements. */
  export default class EditedViews extends Views {}
}
declare module 'dmn-js-decision-table/lib/Editor' {
  const editor: unknown;
  export default editor;
}
declare module 'dmn-js-decision-table/lib/Viewer' {
  const viewer: unknown;
  export default viewer;
}
declare module 'dmn-js-drd/lib/NavigatedViewer' {
  const viewer: unknown;
  export default viewer;
}
declare module '@bpmn-io/properties-panel/preact/hooks' {
  export function useEffect(effect: () => undefined | (() => void), inputs: readonly unknown[]): void;
  export function useRef<Value>(first: Value): { current: Value };
}
declare module '@bpmn-io/properties-panel/preact/jsx-runtime' {
  /** Element of the panel, which uses Preact. */
  export function jsx(type: string, attributes: object): object;
  export function jsxs(type: string, attributes: object): object;
}
declare module '@bpmn-io/feel-editor/dist/index.js' {
  interface FeelEditorConfig {
    readonly extensions?: readonly import('@codemirror/state').Extension[];
    readonly dialect?: string;
  }
  export default class FeelEditor {
    readonly _cmEditor: import('@codemirror/view').EditorView;
    constructor(config: FeelEditorConfig);
    setVariables(variables: readonly object[]): void;
  }
}
declare module '*.bpmn?raw' {
  const text: string;
  export default text;
}
