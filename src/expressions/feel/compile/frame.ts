import type { RandomSource } from '../random-source.ts';
import type { FeelRun } from '../values/run.ts';

/** Names of a construct during an evaluation. {@link NameScope} defines the meaning of `value`. */
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

/** Function called from another text: variables of the defining text, limits and clock of the caller. */
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

  get random(): RandomSource | undefined {
    return this.#caller.random;
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

export type Evaluate = (frame: FeelFrame) => unknown;
