import type { FeelRun } from './run.ts';
import type { FeelType } from './types.ts';

/** The arguments of one form of a function by name; the names that begin with `...` take all that are left. */
export type Form = readonly string[];

/** A function as a value: built in, defined in a text, or given by whoever evaluates. */
export class FeelFunction {
  readonly name: string;
  /** the forms in which named arguments may come; positional ones are given as they are */
  readonly forms: readonly Form[];
  readonly call: (args: readonly unknown[], run: FeelRun) => unknown;
  /** types of the parameters, where they are declared */
  readonly types: readonly (FeelType | undefined)[];

  constructor(
    name: string,
    forms: readonly Form[],
    call: (args: readonly unknown[], run: FeelRun) => unknown,
    types: readonly (FeelType | undefined)[] = [],
  ) {
    this.name = name;
    this.forms = forms;
    this.call = call;
    this.types = types;
  }

  /** Calls with arguments by name; null when no form has them all. */
  callNamed(names: readonly string[], values: readonly unknown[], run: FeelRun): unknown {
    for (const form of this.forms) {
      const places = names.map((name) => form.findIndex((parameter) => bare(parameter) === name));
      if (places.includes(-1) || new Set(places).size !== places.length) continue;
      const isComplete = form.every((parameter, at) => isOptional(parameter) || places.includes(at));
      if (!isComplete) continue;
      const args: unknown[] = new Array(Math.max(0, ...places.map((place) => place + 1))).fill(undefined);
      for (const [at, place] of places.entries()) args[place] = values[at];
      return this.call(args, run);
    }
    return null;
  }
}

function bare(parameter: string): string {
  return parameter.replace(/^\.\.\.|\?$/g, '');
}

function isOptional(parameter: string): boolean {
  return parameter.endsWith('?');
}
