declare module 'bpmn-auto-layout' {
  /** The model with a layout. Rejects when it cannot be read. */
  export function layoutProcess(xml: string): Promise<string>;
}
declare module 'bpmn-js-properties-panel' {
  export const BpmnPropertiesPanelModule: object;
  export const BpmnPropertiesProviderModule: object;
}
