/** An element without its drawing. */
export interface ElementOutline {
  readonly id: string;
  /** BPMN tag, for example `userTask` */
  readonly tag: string;
  readonly name: string | null;
}
