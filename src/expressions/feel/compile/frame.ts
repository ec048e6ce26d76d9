import type { Run } from '../values/run.ts';

/** The values that one construct of a text gives names to, during one evaluation of it. What `value` is follows from the {@link Scope}. */
export class Frame {
  readonly parent: Frame | null;
  readonly run: Run;
  value: unknown;

  constructor(parent: Frame | null, run: Run, value: unknown) {
    this.parent = parent;
    this.run = run;
    this.value = value;
  }
}

/** A part of a text, ready to be evaluated. */
export type Evaluate = (frame: Frame) => unknown;
