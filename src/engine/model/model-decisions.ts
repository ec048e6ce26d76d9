import type { Json } from '../values.ts';
import type { ExpressionModel, ScriptModel } from './model-texts.ts';

/** A DMN type that values are checked against (docs/contributing/spec/decisions.md#types). */
export type DecisionType = BasicType | StructuredType;

/** A FEEL type; `any` is not checked. */
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

/** A type of an item definition, built from other types. */
export type StructuredType =
  | { readonly kind: 'list'; readonly of: DecisionType }
  | { readonly kind: 'context'; readonly members: readonly TypedName[] }
  /** `parameters`: for `instance of` tests; absent in versions of an earlier release */
  | { readonly kind: 'function'; readonly result?: DecisionType; readonly parameters?: readonly DecisionType[] }
  | { readonly kind: 'range' }
  /** Camunda 7: convertible values are converted (docs/contributing/spec/decisions.md#types-of-camunda-7) */
  | { readonly kind: 'converted'; readonly type: BasicType; readonly whole?: 'integer' | 'long' }
  /** type with allowed values; `name`: item definition, for messages */
  | { readonly kind: 'allowed'; readonly name: string; readonly type: DecisionType; readonly allowed: CellTest };

export interface TypedName {
  readonly name: string;
  readonly type: DecisionType;
}

/** One decision, business knowledge model or decision service. */
export interface DecisionModel {
  readonly id: string;
  /** name in the file, or the id */
  readonly name: string;
  /** names under which dependent decisions read its value */
  readonly names: readonly string[];
  /** required decisions; the graph has no cycles */
  readonly requires: readonly RequiredDecision[];
  /** functions of its file that it does not declare as required: a variable with the same name takes precedence */
  readonly knows?: readonly RequiredDecision[];
  readonly inputs?: readonly RequiredInput[];
  /** reads only its requirements and no variables: a business knowledge model */
  readonly isClosed?: true;
  readonly type: DecisionType;
  readonly logic: DecisionLogic;
}

/** `group`: import name; set if the decision is in another file and read as a member of that name. */
export interface RequiredDecision {
  readonly id: string;
  readonly group?: string;
}

/** Required input data: a variable with a type. `isHint`: the type is a modeling aid, and values of other types are accepted. */
export interface RequiredInput extends TypedName {
  readonly group?: string;
  readonly isHint?: true;
}

/** Reference to a separately deployed decision. `value`: number or version tag; empty for the latest. */
export interface DecisionCall {
  readonly key: string;
  readonly binding: 'latest' | 'version' | 'versionTag';
  readonly value: string;
}

/** A version of a separately deployed decision, with all decisions that it requires. */
export interface DecisionVersion {
  readonly key: string;
  readonly version: number;
  readonly decisions: Readonly<Record<string, DecisionModel>>;
}

/** A separately deployed decision, as recorded in the event history. `rules`: numbers of the matched rules, at most 100. */
export interface DecisionMade {
  readonly key: string;
  readonly version: number;
  readonly rules: readonly number[];
}

/** Decision logic: a boxed expression of DMN (docs/contributing/spec/decisions.md#logic). */
export type DecisionLogic =
  | { readonly kind: 'text'; readonly text: DecisionText }
  | DecisionTable
  | { readonly kind: 'list'; readonly items: readonly DecisionLogic[] }
  /** entries see earlier entries; the value is that of a last entry without name, or else all entries together */
  | { readonly kind: 'context'; readonly entries: readonly ContextEntry[] }
  | {
      readonly kind: 'conditional';
      readonly test: DecisionLogic;
      readonly positive: DecisionLogic;
      readonly negative: DecisionLogic;
    }
  /** a function that sees its parameters and the surrounding names */
  | {
      readonly kind: 'function';
      readonly parameters: readonly TypedName[];
      readonly body: DecisionLogic;
      readonly result?: DecisionType;
    }
  /** a boxed expression with its declared type */
  | { readonly kind: 'typed'; readonly type: DecisionType; readonly logic: DecisionLogic }
  /** an invocation with named arguments */
  | { readonly kind: 'call'; readonly callee: DecisionText; readonly arguments: readonly NamedLogic[] }
  /** `variable`: current item; `partial`: list of values so far */
  | { readonly kind: 'for'; readonly variable: string; readonly list: DecisionLogic; readonly each: DecisionLogic }
  | {
      readonly kind: 'quantified';
      readonly isEvery: boolean;
      readonly variable: string;
      readonly list: DecisionLogic;
      readonly test: DecisionLogic;
    }
  /** items for which `match` is true, or the item at the index that `match` returns */
  | { readonly kind: 'filter'; readonly list: DecisionLogic; readonly match: DecisionLogic }
  | DecisionService;

/** A function of input data and input decisions, in this order. Returns the value of the output decisions. */
export interface DecisionService {
  readonly kind: 'service';
  readonly inputData: readonly TypedName[];
  readonly inputDecisions: readonly ServiceInput[];
  readonly outputs: readonly string[];
  readonly result?: DecisionType;
}

/** A decision whose value is an argument. */
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

/** `types`: types of its file that the text names in `instance of` or in parameters of a function. */
export interface DecisionExpression extends ExpressionModel {
  readonly types?: NamedTypes;
}

export type NamedTypes = Readonly<Record<string, DecisionType>>;

export type HitPolicy = 'UNIQUE' | 'FIRST' | 'PRIORITY' | 'ANY' | 'COLLECT' | 'RULE ORDER' | 'OUTPUT ORDER';

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
  readonly name: string;
  readonly type: DecisionType;
  readonly text: DecisionText;
  /** names of its value in cells, in addition to `?` */
  readonly variables: readonly string[];
  /** test for values other than null; absent: every value is allowed */
  readonly allowed?: CellTest;
}

export interface TableOutput {
  readonly name: string;
  readonly type: DecisionType;
  /** values in descending priority, for PRIORITY and OUTPUT ORDER */
  readonly order?: readonly DecisionText[];
  readonly allowed?: CellTest;
  /** default value, if no rule matches */
  readonly otherwise?: DecisionText;
}

/** A rule. `entries`: one for each input; `results`: one for each output, null for an empty cell. */
export interface TableRule {
  readonly id?: string;
  readonly entries: readonly CellTest[];
  readonly results: readonly (DecisionText | null)[];
}

/**
 * Tests of an input cell. Comparisons with constants have their own form: most cells are of this form, and it needs no parser
 * (docs/contributing/spec/decisions.md#cells).
 */
export type CellTest =
  | { readonly kind: 'any' }
  | { readonly kind: 'fixed'; readonly text: string; readonly tests: readonly FixedTest[]; readonly isNegated: boolean }
  /** passes if its value is true; `?` is the tested value */
  | { readonly kind: 'text'; readonly text: DecisionText };

export type FixedTest =
  | { readonly operator: '=' | '!=' | '<' | '<=' | '>' | '>='; readonly value: FixedValue }
  | { readonly low: FixedBound; readonly high: FixedBound };
export type FixedValue = Extract<Json, null | string | number | boolean>;
interface FixedBound {
  readonly value: FixedValue;
  readonly isIncluded: boolean;
}

/** Mapping of a decision's value to process variables (docs/contributing/spec/decisions.md#results). */
export type DecisionResult =
  /** Camunda 8: the unchanged value */
  | { readonly kind: 'value'; readonly variable: string }
  /** Camunda 7: the list of matched rules, or a mapping of it; `variable` absent: for output parameters only */
  | { readonly kind: 'rows' | 'singleResult' | 'singleEntry' | 'collectEntries'; readonly variable?: string }
  /** Flowable: each output is a variable; several rules make a list in the variable of the key */
  | { readonly kind: 'outputs'; readonly throwsWithoutHit: boolean }
  /** jBPM: one variable per decision name */
  | { readonly kind: 'names' };
