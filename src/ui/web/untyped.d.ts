declare module 'bpmn-auto-layout' {
  /** The model with a layout. Rejects when it cannot be read. */
  export function layoutProcess(xml: string): Promise<string>;
}
declare module 'bpmn-js-properties-panel' {
  export const BpmnPropertiesPanelModule: object;
  export const BpmnPropertiesProviderModule: object;
  export const ZeebePropertiesProviderModule: object;
}
declare module 'camunda-bpmn-js-behaviors/lib/camunda-cloud' {
  const module: object;
  export default module;
}
declare module 'zeebe-bpmn-moddle/resources/zeebe.json' {
  const descriptor: object;
  export default descriptor;
}
