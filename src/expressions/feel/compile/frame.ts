import type { FeelRun } from '../values/run.ts';

/** The values that one construct of a text gives names to, during one evaluation of it. What `value` is follows from the {@link NameScope}. */
export class FeelFrame {
  readonly parent: FeelFrame | null;
  readonly run: FeelRun;
  value: unknown;

  constructor(parent: FeelFrame | null, run: FeelRun, value: unknown) {
    this.parent = parent;
    this.run = run;
    this.value = value;
  }
}

/** A part of a text, ready to be evaluated. */
export type Evaluate = (frame: FeelFrame) => unknown;
