/** What the pages know about an element without drawing it. */
export interface ElementOutline {
  readonly id: string;
  /** BPMN tag, for example `userTask` */
  readonly tag: string;
  readonly name: string | null;
}
