declare module 'bpmn-auto-layout' {
  /** Rejects if the model cannot be read. */
  export function layoutProcess(xml: string): Promise<string>;
}
