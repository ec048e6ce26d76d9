import type { FeelRun } from './run.ts';
import type { FeelType } from './types.ts';

/** Parameter names; `...` marks a rest parameter, a trailing `?` an optional one. */
export type Form = readonly string[];

/** @param named form selected by argument names */
type FeelCall = (args: readonly unknown[], run: FeelRun, named?: Form) => unknown;

/** Built in, defined in a text, or provided by the caller. */
export class FeelFunction {
  readonly name: string;
  /** Overloads for named arguments. */
  readonly forms: readonly Form[];
  readonly call: FeelCall;
  /** Declared types of the parameters. */
  readonly types: readonly (FeelType | undefined)[];
  /** Static type, if known. */
  readonly result: FeelType | undefined;
  /** Overloads of a built-in function, for documentation. */
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

  /** Calls with named arguments; null without a matching form. */
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

/** Compares the first `count` parameters. */
export function areNamedAlike(a: Form, b: Form, count: number): boolean {
  return a.slice(0, count).every((parameter, at) => bare(parameter) === bare(b[at] ?? ''));
}

function bare(parameter: string): string {
  return parameter.replace(/^\.\.\.|\?$/g, '');
}

function isOptional(parameter: string): boolean {
  return parameter.endsWith('?');
}
