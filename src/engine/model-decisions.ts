import type { ExpressionModel, ScriptModel } from './model-texts.ts';
import type { Json } from './values.ts';

/** A type that values are held against (docs/contributing/spec/decisions.md#types). */
export type DecisionType = BasicType | StructuredType;

/** A type of FEEL; `any` for those that nothing is asked of. */
export type BasicType =
  | 'any'
  | 'string'
  | 'number'
  | 'boolean'
  | 'date'
  | 'time'
  | 'dateTime'
  | 'dayTimeDuration'
  | 'yearMonthDuration';

/** What an item definition makes of other types. */
export type StructuredType =
  | { readonly kind: 'list'; readonly of: DecisionType }
  | { readonly kind: 'context'; readonly members: readonly TypedName[] }
  /** `parameters`: for texts that ask what a value is; a version of an earlier release has none */
  | { readonly kind: 'function'; readonly result?: DecisionType; readonly parameters?: readonly DecisionType[] }
  | { readonly kind: 'range' }
  /** of a file for Camunda 7: a value that its type transformers convert is converted (docs/contributing/spec/decisions.md#types-of-camunda-7) */
  | { readonly kind: 'converted'; readonly type: BasicType; readonly whole?: 'integer' | 'long' }
  /** values that pass tests; `name`: of the item definition, for messages */
  | { readonly kind: 'allowed'; readonly name: string; readonly type: DecisionType; readonly allowed: CellTest };

/** A parameter, a member or an input: its name, and what it is held against. */
export interface TypedName {
  readonly name: string;
  readonly type: DecisionType;
}

/** One decision, business knowledge model or decision service, as it was read at deploy. */
export interface DecisionModel {
  readonly id: string;
  /** its name in the file, else its id */
  readonly name: string;
  /** every name that decisions which require it know its value by */
  readonly names: readonly string[];
  /** the decisions whose values it reads; they lead to no circle */
  readonly requires: readonly RequiredDecision[];
  /** functions of its file that it does not say it requires: a variable of the same name goes first */
  readonly knows?: readonly RequiredDecision[];
  /** input data that it requires */
  readonly inputs?: readonly RequiredInput[];
  /** it reads what it requires and no variables: a business knowledge model */
  readonly isClosed?: true;
  readonly type: DecisionType;
  readonly logic: DecisionLogic;
}

/** `group`: the name of the import, where it is of another file and read as a member of that. */
export interface RequiredDecision {
  readonly id: string;
  readonly group?: string;
}

/** Input data: a variable that is held against a type. `isHint`: of a file whose types are a help for modelers, which a value of another type passes. */
export interface RequiredInput extends TypedName {
  readonly group?: string;
  readonly isHint?: true;
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

/** How a value comes about: a boxed expression of DMN (docs/contributing/spec/decisions.md#logic). */
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
  /** a function, which sees the names around it and its parameters */
  | {
      readonly kind: 'function';
      readonly parameters: readonly TypedName[];
      readonly body: DecisionLogic;
      readonly result?: DecisionType;
    }
  /** a boxed expression with a type of its own */
  | { readonly kind: 'typed'; readonly type: DecisionType; readonly logic: DecisionLogic }
  /** a call with arguments by name */
  | { readonly kind: 'call'; readonly callee: DecisionText; readonly arguments: readonly NamedLogic[] }
  /** `variable` is each item in turn, `partial` the list of values so far */
  | { readonly kind: 'for'; readonly variable: string; readonly list: DecisionLogic; readonly each: DecisionLogic }
  | {
      readonly kind: 'quantified';
      readonly isEvery: boolean;
      readonly variable: string;
      readonly list: DecisionLogic;
      readonly test: DecisionLogic;
    }
  /** items for which `match` is true, or the item at the place that it gives */
  | { readonly kind: 'filter'; readonly list: DecisionLogic; readonly match: DecisionLogic }
  | DecisionService;

/** A function of input data and input decisions, in this order, whose value is that of its output decisions. */
export interface DecisionService {
  readonly kind: 'service';
  readonly inputData: readonly TypedName[];
  readonly inputDecisions: readonly ServiceInput[];
  readonly outputs: readonly string[];
  readonly result?: DecisionType;
}

/** A decision that is not made but given. */
export interface ServiceInput extends TypedName {
  readonly id: string;
}

export interface ContextEntry {
  readonly name?: string;
  readonly type: DecisionType;
  readonly logic: DecisionLogic;
}

export interface NamedLogic {
  readonly name: string;
  readonly logic: DecisionLogic;
}

export type DecisionText = DecisionExpression | ScriptModel;

/** `types`: those of its file that the text names, behind `instance of` or at the parameters of a function. */
export interface DecisionExpression extends ExpressionModel {
  readonly types?: NamedTypes;
}

export type NamedTypes = Readonly<Record<string, DecisionType>>;

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
 * (docs/contributing/spec/decisions.md#cells).
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

/** What becomes of the value of a decision in the process (docs/contributing/spec/decisions.md#results). */
export type DecisionResult =
  /** Camunda 8: the value as it is */
  | { readonly kind: 'value'; readonly variable: string }
  /** Camunda 7: the list of matched rows, or what is mapped from it; `variable` absent: for output parameters only */
  | { readonly kind: 'rows' | 'singleResult' | 'singleEntry' | 'collectEntries'; readonly variable?: string }
  /** Flowable: each output is a variable; several rows are a list in the variable of the key */
  | { readonly kind: 'outputs'; readonly throwsWithoutHit: boolean }
  /** jBPM: each decision by its name */
  | { readonly kind: 'names' };
