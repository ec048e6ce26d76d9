declare module 'bpmn-auto-layout' {
  /** The model with a layout. Rejects when it cannot be read. */
  export function layoutProcess(xml: string): Promise<string>;
}
