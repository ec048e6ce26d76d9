import type { ExpressionModel, ScriptModel } from './model-texts.ts';
import type { Json } from './values.ts';

/** A type of DMN that values are held against; `any` for those that nothing is asked of (docs/spec/decisions.md#types). */
export type DecisionType =
  | 'any'
  | 'string'
  | 'number'
  | 'boolean'
  | 'date'
  | 'time'
  | 'dateTime'
  | 'dayTimeDuration'
  | 'yearMonthDuration';

/** One decision, as it was read at deploy. */
export interface DecisionModel {
  readonly id: string;
  /** its name in the file, else its id */
  readonly name: string;
  /** every name that decisions which require it know its value by */
  readonly names: readonly string[];
  /** the decisions whose values it reads; they lead to no circle */
  readonly requires: readonly RequiredDecision[];
  readonly type: DecisionType;
  readonly logic: DecisionLogic;
}

/** `group`: the name of the import, where it is of another file and read as a member of that. */
export interface RequiredDecision {
  readonly id: string;
  readonly group?: string;
}

/** How a decision of another deploy is asked for. `value`: a number or a tag as it is written; empty for the latest. */
export interface DecisionCall {
  readonly key: string;
  readonly binding: 'latest' | 'version' | 'versionTag';
  readonly value: string;
}

/** A version of a decision that was deployed elsewhere, with all that it requires. */
export interface DecisionVersion {
  readonly key: string;
  readonly version: number;
  readonly decisions: Readonly<Record<string, DecisionModel>>;
}

/** A decision of another deploy, as the journal says it. `rules`: the numbers of those that matched in its table, at most 100. */
export interface DecisionMade {
  readonly key: string;
  readonly version: number;
  readonly rules: readonly number[];
}

/** How a value comes about: a boxed expression of DMN (docs/spec/decisions.md#logic). */
export type DecisionLogic =
  | { readonly kind: 'text'; readonly text: DecisionText }
  | DecisionTable
  | { readonly kind: 'list'; readonly items: readonly DecisionLogic[] }
  /** entries see those before them; the last one without a name is the value, else all together are */
  | { readonly kind: 'context'; readonly entries: readonly ContextEntry[] }
  | {
      readonly kind: 'conditional';
      readonly test: DecisionLogic;
      readonly positive: DecisionLogic;
      readonly negative: DecisionLogic;
    }
  /** a business knowledge model, which sees its parameters and nothing else */
  | { readonly kind: 'invocation'; readonly parameters: readonly DecisionParameter[]; readonly body: DecisionLogic };

export interface ContextEntry {
  readonly name?: string;
  readonly type: DecisionType;
  readonly logic: DecisionLogic;
}

export interface DecisionParameter {
  readonly name: string;
  readonly type: DecisionType;
  readonly logic: DecisionLogic;
}

export type DecisionText = ExpressionModel | ScriptModel;

export type HitPolicy = 'UNIQUE' | 'FIRST' | 'PRIORITY' | 'ANY' | 'COLLECT' | 'RULE ORDER' | 'OUTPUT ORDER';

/** What COLLECT makes of the values it has collected. */
export type Aggregation = 'SUM' | 'MIN' | 'MAX' | 'COUNT';

export interface DecisionTable {
  readonly kind: 'table';
  readonly hitPolicy: HitPolicy;
  readonly aggregation?: Aggregation;
  readonly inputs: readonly TableInput[];
  readonly outputs: readonly TableOutput[];
  readonly rules: readonly TableRule[];
}

export interface TableInput {
  /** as messages call it */
  readonly name: string;
  readonly type: DecisionType;
  readonly text: DecisionText;
  /** names that cells know its value by, besides `?` */
  readonly variables: readonly string[];
  /** what its value has to pass, unless it is null; absent: any value will do */
  readonly allowed?: CellTest;
}

export interface TableOutput {
  readonly name: string;
  readonly type: DecisionType;
  /** its values in their order, the first is the greatest; those of PRIORITY and OUTPUT ORDER */
  readonly order?: readonly DecisionText[];
  /** what its values have to pass */
  readonly allowed?: CellTest;
  /** its value when no rule matches */
  readonly otherwise?: DecisionText;
}

/** A row. `entries`: one for each input; `results`: one for each output, null for an empty cell. */
export interface TableRule {
  readonly id?: string;
  readonly entries: readonly CellTest[];
  readonly results: readonly (DecisionText | null)[];
}

/**
 * The tests of an input cell. Tests that compare with fixed values are kept apart from their language: they are most of all cells, and need no parser
 * (docs/spec/decisions.md#cells).
 */
export type CellTest =
  | { readonly kind: 'any' }
  | { readonly kind: 'fixed'; readonly text: string; readonly tests: readonly FixedTest[]; readonly isNegated: boolean }
  /** holds when its value is true; the value that is tested is called `?` in it */
  | { readonly kind: 'text'; readonly text: DecisionText };

export type FixedTest =
  | { readonly operator: '=' | '!=' | '<' | '<=' | '>' | '>='; readonly value: FixedValue }
  | { readonly low: FixedBound; readonly high: FixedBound };
export type FixedValue = Extract<Json, null | string | number | boolean>;
interface FixedBound {
  readonly value: FixedValue;
  readonly isIncluded: boolean;
}

/** What becomes of the value of a decision in the process (docs/spec/decisions.md#results). */
export type DecisionResult =
  /** Camunda 8: the value as it is */
  | { readonly kind: 'value'; readonly variable: string }
  /** Camunda 7: the list of matched rows, or what is mapped from it; `variable` absent: for output parameters only */
  | { readonly kind: 'rows' | 'singleResult' | 'singleEntry' | 'collectEntries'; readonly variable?: string }
  /** Flowable: each output is a variable; several rows are a list in the variable of the key */
  | { readonly kind: 'outputs'; readonly throwsWithoutHit: boolean }
  /** jBPM: each decision by its name */
  | { readonly kind: 'names' };
