declare module 'bpmn-auto-layout' {
  /** The model with a layout. Rejects when it cannot be read. */
  export function layoutProcess(xml: string): Promise<string>;
}
declare module 'bpmn-js-properties-panel' {
  export const BpmnPropertiesPanelModule: object;
  export const BpmnPropertiesProviderModule: object;
  export const ZeebePropertiesProviderModule: object;
  /** A service of the editor, inside a field of the panel. */
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
  /** A field for one line of text. */
  export function TextFieldEntry(field: object): object;
  /** A field for several lines of text. */
  export function TextAreaEntry(field: object): object;
  export const isTextAreaEntryEdited: unknown;
  /** A foldable group of fields. */
  export const Group: unknown;
  export const isTextFieldEntryEdited: unknown;
  /** The same function in every rendering, which calls the latest. */
  export function useStaticCallback<Call>(call: Call): Call;
}
