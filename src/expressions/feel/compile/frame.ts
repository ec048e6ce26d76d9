import type { Chance } from '../chance.ts';
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

/** A function is called by another text than it was defined in: its names are those of its own text, its steps count for the caller. */
export class CalledRun implements FeelRun {
  readonly variables: FeelRun['variables'];
  readonly #caller: FeelRun;

  constructor(own: FeelRun, caller: FeelRun) {
    this.variables = own.variables;
    this.#caller = caller;
  }

  get now(): number {
    return this.#caller.now;
  }

  get chance(): Chance | undefined {
    return this.#caller.chance;
  }

  step(): void {
    this.#caller.step();
  }

  list(length: number, added?: number): void {
    this.#caller.list(length, added);
  }

  text(length: number, added?: number): void {
    this.#caller.text(length, added);
  }
}

/** A part of a text, ready to be evaluated. */
export type Evaluate = (frame: FeelFrame) => unknown;
