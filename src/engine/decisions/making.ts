import type { Evaluation } from '../evaluator.ts';
import type { DecisionModel, DecisionText } from '../model-decisions.ts';
import type { Json, Variables } from '../values.ts';

/** What a text of a decision can read. `isClosed`: nothing but `values`, as inside a business knowledge model. */
export interface DecisionScope {
  readonly values: Variables;
  readonly isClosed: boolean;
}

/** The value of a part of a decision, or why it has none. */
export type Made<Value = Json> = { readonly ok: true; readonly value: Value } | MadeNot;
/** `reason` without the name of the decision in front; `code`, `limitMs`: as in an evaluation. */
export type MadeNot = Pick<Extract<Evaluation, { ok: false }>, 'ok' | 'code' | 'reason' | 'limitMs'>;

/** What making one decision needs of the world around it. */
export interface Making {
  readonly decisions: Readonly<Record<string, DecisionModel>>;
  evaluate(text: DecisionText, scope: DecisionScope): Evaluation;
  /** is told of every table that is decided; absent: nobody asks */
  onTable?(table: DecidedTable): void;
  /** the same of every decision, behind its tables */
  onMade?(decision: DecisionModel, value: Json): void;
}

/** What a table was decided by: the values of its inputs, and the rules that match with their outputs. */
export interface DecidedTable {
  readonly inputs: readonly { readonly name: string; readonly value: Json }[];
  readonly rules: readonly { readonly number: number; readonly id?: string; readonly outputs: Variables }[];
}

export function made<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

export function notMade(reason: string): MadeNot {
  return { ok: false, code: '500', reason };
}

/** The same with what it is about in front. */
export function about(what: string, { reason, ...rest }: MadeNot): MadeNot {
  return { ...rest, reason: `${what}: ${reason}` };
}

/** Values laid over those of a scope. */
export function within({ values, isClosed }: DecisionScope, more: Variables): DecisionScope {
  return { values: { ...values, ...more }, isClosed };
}
