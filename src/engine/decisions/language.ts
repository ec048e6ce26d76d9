import type { ExecutionInfo, VariableReader } from '../evaluator.ts';
import type { BasicType, DecisionExpression, FixedValue } from '../model-decisions.ts';
import type { Json } from '../values.ts';
import type { Made } from './making.ts';

/**
 * A value between the texts of decisions: JSON, or one that only the language has, as a date, a range or a function. Whoever reads one asks the language.
 */
export type DecisionValue = unknown;
export type DecisionValues = Readonly<Record<string, DecisionValue>>;

/** What a value is: a type, or a kind that types do not name. */
export type ValueKind = Exclude<BasicType, 'any'> | 'null' | 'list' | 'context' | 'function' | 'range';

/** A function as the language calls it. */
export interface DecisionFunction {
  readonly parameters: readonly string[];
  /** @param given a value for each parameter, in their order */
  call(given: readonly DecisionValue[]): DecisionValue;
}

/** The language in which decisions keep and compare values: FEEL. Pure; never throws for any value but what a function of ours has thrown. */
export interface DecisionLanguage {
  /** @param values they go before the variables; `variables` absent: nothing else is read */
  evaluate(
    text: DecisionExpression,
    values: DecisionValues,
    variables: VariableReader | undefined,
    execution: ExecutionInfo,
  ): Made<DecisionValue>;
  kindOf(value: DecisionValue): ValueKind;
  isSame(a: DecisionValue, b: DecisionValue): boolean;
  fromJson(value: Json): DecisionValue;
  /** A date, time or duration of its ISO text; undefined where it is none. */
  read(text: string, type: BasicType): DecisionValue | undefined;
  /** A date and time with an offset as the clocks in UTC show it, without offset; undefined where it is none. */
  readInUtc(text: string): DecisionValue | undefined;
  toJson(value: DecisionValue): Made<Json>;
  /** A value that cells can compare with literals; undefined for all others. */
  plainOf(value: DecisionValue): FixedValue | undefined;
  itemsOf(value: DecisionValue): readonly DecisionValue[] | undefined;
  /** The members of a context. */
  membersOf(value: DecisionValue): DecisionValues | undefined;
  context(members: DecisionValues): DecisionValue;
  functionOf(made: DecisionFunction): DecisionValue;
  /** What a function gives for arguments by name; undefined where the names are not those of its parameters. */
  call(called: DecisionValue, given: DecisionValues): Made<DecisionValue> | undefined;
  /** SUM, MIN or MAX of values; null where they have none. */
  aggregate(aggregation: 'SUM' | 'MIN' | 'MAX', values: readonly DecisionValue[]): DecisionValue;
}
