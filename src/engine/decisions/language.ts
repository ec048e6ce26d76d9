import type { ExecutionInfo, VariableReader } from '../evaluator.ts';
import type { BasicType, DecisionExpression, FixedValue } from '../model-decisions.ts';
import type { Json } from '../values.ts';
import type { Made } from './making.ts';

/** A value during evaluation of a decision: JSON, or a type only of the language such as date, range or function. Use {@link DecisionLanguage} to read it. */
export type DecisionValue = unknown;
export type DecisionValues = Readonly<Record<string, DecisionValue>>;

/** Type of a value, including types without a name in DMN. */
export type ValueKind = Exclude<BasicType, 'any'> | 'null' | 'list' | 'context' | 'function' | 'range';

export interface DecisionFunction {
  readonly parameters: readonly string[];
  /** @param given one value per parameter, in order */
  call(given: readonly DecisionValue[]): DecisionValue;
}

/** The language of decision values: FEEL. Pure; throws only exceptions of a {@link DecisionFunction}. */
export interface DecisionLanguage {
  /** @param values override variables; `variables` absent: only `values` are readable */
  evaluate(
    text: DecisionExpression,
    values: DecisionValues,
    variables: VariableReader | undefined,
    execution: ExecutionInfo,
  ): Made<DecisionValue>;
  kindOf(value: DecisionValue): ValueKind;
  isSame(a: DecisionValue, b: DecisionValue): boolean;
  fromJson(value: Json): DecisionValue;
  /** Parses the ISO text of a date, time or duration; undefined if invalid. */
  read(text: string, type: BasicType): DecisionValue | undefined;
  /** Parses a date and time with offset and returns local time in UTC without offset; undefined if invalid. */
  readInUtc(text: string): DecisionValue | undefined;
  toJson(value: DecisionValue): Made<Json>;
  /** Returns a value that can be compared with literals; undefined for other types. */
  plainOf(value: DecisionValue): FixedValue | undefined;
  itemsOf(value: DecisionValue): readonly DecisionValue[] | undefined;
  membersOf(value: DecisionValue): DecisionValues | undefined;
  context(members: DecisionValues): DecisionValue;
  functionOf(made: DecisionFunction): DecisionValue;
  /** Calls a function with named arguments; undefined if the names do not match its parameters. */
  call(called: DecisionValue, given: DecisionValues): Made<DecisionValue> | undefined;
  /** Returns SUM, MIN or MAX; null if not defined for these values. */
  aggregate(aggregation: 'SUM' | 'MIN' | 'MAX', values: readonly DecisionValue[]): DecisionValue;
}
