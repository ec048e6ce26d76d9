import type { Json } from '../values.ts';
import type { ExpressionModel, ScriptModel } from './model-texts.ts';

/** Values are checked against it (docs/contributing/spec/decisions.md#types). */
export type DecisionType = BasicType | StructuredType;

/** `any` is not checked. */
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

/** Type of an item definition. */
export type StructuredType =
  | { readonly kind: 'list'; readonly of: DecisionType }
  | { readonly kind: 'context'; readonly members: readonly TypedName[] }
  /** `parameters`: for `instance of`; absent in versions of an earlier release */
  | { readonly kind: 'function'; readonly result?: DecisionType; readonly parameters?: readonly DecisionType[] }
  | { readonly kind: 'range' }
  /** Camunda 7: convertible values are converted (docs/contributing/spec/decisions.md#types-of-camunda-7) */
  | { readonly kind: 'converted'; readonly type: BasicType; readonly whole?: 'integer' | 'long' }
  /** `name`: item definition, for messages */
  | { readonly kind: 'allowed'; readonly name: string; readonly type: DecisionType; readonly allowed: CellTest };

export interface TypedName {
  readonly name: string;
  readonly type: DecisionType;
}

/** Decision, business knowledge model or decision service. */
export interface DecisionModel {
  readonly id: string;
  /** name, or the id */
  readonly name: string;
  /** names under which dependent decisions read its value */
  readonly names: readonly string[];
  /** the graph has no cycles */
  readonly requires: readonly RequiredDecision[];
  /** undeclared functions of its file: a variable with the name takes precedence */
  readonly knows?: readonly RequiredDecision[];
  readonly inputs?: readonly RequiredInput[];
  /** a business knowledge model: reads no variables */
  readonly isClosed?: true;
  readonly type: DecisionType;
  readonly logic: DecisionLogic;
}

/** `group`: import name, if another file has the decision and it is read as a member of that name. */
export interface RequiredDecision {
  readonly id: string;
  readonly group?: string;
}

/** A variable. `isHint`: values of other types are accepted. */
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

/** Separately deployed version, with all that it requires. */
export interface DecisionVersion {
  readonly key: string;
  readonly version: number;
  readonly decisions: Readonly<Record<string, DecisionModel>>;
}

/** Separately deployed decision, in the event history. `rules`: matched ones, at most 100. */
export interface DecisionMade {
  readonly key: string;
  readonly version: number;
  readonly rules: readonly number[];
}

/** Boxed expression (docs/contributing/spec/decisions.md#logic). */
export type DecisionLogic =
  | { readonly kind: 'text'; readonly text: DecisionText }
  | DecisionTable
  | { readonly kind: 'list'; readonly items: readonly DecisionLogic[] }
  /** entries see earlier ones; the value is a last entry without name, else all together */
  | { readonly kind: 'context'; readonly entries: readonly ContextEntry[] }
  | {
      readonly kind: 'conditional';
      readonly test: DecisionLogic;
      readonly positive: DecisionLogic;
      readonly negative: DecisionLogic;
    }
  /** sees its parameters and the surrounding names */
  | {
      readonly kind: 'function';
      readonly parameters: readonly TypedName[];
      readonly body: DecisionLogic;
      readonly result?: DecisionType;
    }
  | { readonly kind: 'typed'; readonly type: DecisionType; readonly logic: DecisionLogic }
  | { readonly kind: 'call'; readonly callee: DecisionText; readonly arguments: readonly NamedLogic[] }
  /** `variable`: current item; `partial`: values so far */
  | { readonly kind: 'for'; readonly variable: string; readonly list: DecisionLogic; readonly each: DecisionLogic }
  | {
      readonly kind: 'quantified';
      readonly isEvery: boolean;
      readonly variable: string;
      readonly list: DecisionLogic;
      readonly test: DecisionLogic;
    }
  /** `match` gives a boolean, or an index */
  | { readonly kind: 'filter'; readonly list: DecisionLogic; readonly match: DecisionLogic }
  | DecisionService;

/** Called with input data, then input decisions. Returns the output decisions. */
export interface DecisionService {
  readonly kind: 'service';
  readonly inputData: readonly TypedName[];
  readonly inputDecisions: readonly ServiceInput[];
  readonly outputs: readonly string[];
  readonly result?: DecisionType;
}

/** Decision whose value is an argument. */
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

/** `types`: of its file, named in `instance of` or parameters. */
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
  /** names of the value in cells, besides `?` */
  readonly variables: readonly string[];
  /** test for values other than null; absent: every value */
  readonly allowed?: CellTest;
}

export interface TableOutput {
  readonly name: string;
  readonly type: DecisionType;
  /** descending priority, for PRIORITY and OUTPUT ORDER */
  readonly order?: readonly DecisionText[];
  readonly allowed?: CellTest;
  /** default value, if no rule matches */
  readonly otherwise?: DecisionText;
}

/** `entries`: per input; `results`: per output, null for an empty cell. */
export interface TableRule {
  readonly id?: string;
  readonly entries: readonly CellTest[];
  readonly results: readonly (DecisionText | null)[];
}

/** Comparisons with constants, the most frequent cells, have a form that needs no parser (docs/contributing/spec/decisions.md#cells). */
export type CellTest =
  | { readonly kind: 'any' }
  | { readonly kind: 'fixed'; readonly text: string; readonly tests: readonly FixedTest[]; readonly isNegated: boolean }
  /** `?` is the tested value */
  | { readonly kind: 'text'; readonly text: DecisionText };

export type FixedTest =
  | { readonly operator: '=' | '!=' | '<' | '<=' | '>' | '>='; readonly value: FixedValue }
  | { readonly low: FixedBound; readonly high: FixedBound };
export type FixedValue = Extract<Json, null | string | number | boolean>;
interface FixedBound {
  readonly value: FixedValue;
  readonly isIncluded: boolean;
}

/** Mapping to process variables (docs/contributing/spec/decisions.md#results). */
export type DecisionResult =
  /** Camunda 8: unchanged */
  | { readonly kind: 'value'; readonly variable: string }
  /** Camunda 7: matched rules, or a mapping of them; `variable` absent: for output parameters only */
  | { readonly kind: 'rows' | 'singleResult' | 'singleEntry' | 'collectEntries'; readonly variable?: string }
  /** Flowable: a variable per output; several rules make a list in the variable of the key */
  | { readonly kind: 'outputs'; readonly throwsWithoutHit: boolean }
  /** jBPM: one variable per decision name */
  | { readonly kind: 'names' };
