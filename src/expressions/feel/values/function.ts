import type { FeelRun } from './run.ts';
import type { FeelType } from './types.ts';

/** The arguments of one form of a function by name; the names that begin with `...` take all that are left. */
export type Form = readonly string[];

/** @param named the form that the arguments were named by */
type FeelCall = (args: readonly unknown[], run: FeelRun, named?: Form) => unknown;

/** A function as a value: built in, defined in a text, or given by whoever evaluates. */
export class FeelFunction {
  readonly name: string;
  /** the forms in which named arguments may come; positional ones are given as they are */
  readonly forms: readonly Form[];
  readonly call: FeelCall;
  /** types of the parameters, where they are declared */
  readonly types: readonly (FeelType | undefined)[];
  /** type of what it gives, as far as its text shows it */
  readonly result: FeelType | undefined;
  /** of a built-in function, its forms with their types, as people read them */
  readonly signatures: readonly string[];

  constructor(
    name: string,
    forms: readonly Form[],
    call: FeelCall,
    types: readonly (FeelType | undefined)[] = [],
    result?: FeelType,
    signatures: readonly string[] = [],
  ) {
    this.name = name;
    this.forms = forms;
    this.call = call;
    this.types = types;
    this.result = result;
    this.signatures = signatures;
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
      return this.call(args, run, form);
    }
    return null;
  }
}

/** Whether the first parameters of two forms have the same names. */
export function areNamedAlike(a: Form, b: Form, count: number): boolean {
  return a.slice(0, count).every((parameter, at) => bare(parameter) === bare(b[at] ?? ''));
}

function bare(parameter: string): string {
  return parameter.replace(/^\.\.\.|\?$/g, '');
}

function isOptional(parameter: string): boolean {
  return parameter.endsWith('?');
}
