import type { FailureCause } from './causes.ts';
import type { KeptTrace } from './decisions/decided.ts';
import type { DecidedTable } from './decisions/making.ts';
import type { DecisionModel, ExpressionModel, ScriptModel, TimerForm, TimerRules } from './model.ts';
import type { Json, Variables } from './values.ts';

/** Variables as an expression reads them: the scope of the activity instance, then its ancestors (docs/contributing/spec/variables.md#reading-variables). */
export interface VariableReader {
  /** the value; undefined if no scope in the chain has the name */
  get(name: string): Json | undefined;
  /** all readable variables, inner scopes override; computed on each call */
  all(): Variables;
}

/** Values of `execution`, `DateTime.UtcNow` and `Guid.NewGuid()` (docs/contributing/spec/expressions.md#built-in-members). */
export interface ExecutionInfo {
  readonly instanceId: string;
  readonly businessId: string | null;
  readonly activityId: string;
  /** time of the command, ms since epoch */
  readonly now: number;
  /** next GUID in the sequence of the command: the same command gets the same GUIDs */
  newGuid(): string;
}

/**
 * Result of evaluating a text. `writes`: assignments, for the scope of the activity instance. `sets`: `execution.setVariable`,
 * for the scope that has the name. Both keep assignment order and have each name once, with its last value
 * (docs/contributing/spec/variables.md#writing-variables).
 */
export type Evaluation =
  | { readonly ok: true; readonly value: Json; readonly writes?: Variables; readonly sets?: Variables }
  /**
   * `code` is `500`, or the code that a script threw. `reason` is without the attribute and text of the expression.
   * `unknownName`: set if this name is unknown (docs/contributing/spec/expressions.md#thrown-errors).
   */
  | {
      readonly ok: false;
      readonly code: string;
      readonly reason: string;
      readonly unknownName?: string;
      readonly limitMs?: number;
      readonly cause?: FailureCause;
    };

/**
 * Evaluates expressions, scripts and decisions of the model. Synchronous, pure and bounded; never throws for input of a model or
 * a variable (docs/contributing/spec/expressions.md#expression-limits).
 */
export interface Evaluator {
  evaluate(expression: ExpressionModel, variables: VariableReader, execution: ExecutionInfo): Evaluation;
  run(script: ScriptModel, variables: VariableReader, execution: ExecutionInfo): Evaluation;
  /** Evaluates all decisions or fails. Its value is a {@link DecisionAnswer} (docs/contributing/spec/decisions.md). @param texts evaluator of texts other than FEEL; absent: this one */
  decide(request: DecisionsToMake, variables: VariableReader, execution: ExecutionInfo, texts?: TextsOf): Evaluation;
}

export type TextsOf = Pick<Evaluator, 'evaluate' | 'run'>;

/** Ids of decisions to evaluate, and the decisions with all that they require. */
export interface DecisionsToMake {
  readonly decisions: Readonly<Record<string, DecisionModel>>;
  readonly ids: readonly string[];
  /** return value and matched rules of each decision */
  readonly isTraced?: boolean;
  /** of the trace, keep only the amount that fits the event history of a task */
  readonly isKept?: boolean;
}

/** Results of decisions by id. Traced requests also return all evaluated decisions in order, or the `kept` part of the trace. */
export interface DecisionAnswer {
  readonly results: Readonly<Record<string, { readonly value: Json; readonly rows: readonly Variables[] }>>;
  readonly made?: readonly TracedDecision[];
  readonly kept?: KeptTrace;
}

/** `tables`: decision tables of its logic, in evaluation order. */
export interface TracedDecision {
  readonly id: string;
  readonly value: Json;
  readonly tables: readonly DecidedTable[];
}

/** Due time and repetitions of a timer, in ms since epoch: after `dueAt` every `intervalMs`, `remaining` more times (null: unlimited) and not after `until`, or by a cron expression. */
export interface TimerSchedule {
  readonly dueAt: number;
  readonly every?: {
    readonly intervalMs: number;
    readonly remaining: number | null;
    readonly until?: number;
    /** absent: all intervals have the same length */
    readonly calendar?: CalendarCycle;
  };
  readonly cron?: string;
}

/**
 * A cycle with intervals of different lengths: occurrence n is `from` plus n times months, days and ms, in the time zone `zone`
 * (`Z`, `+02:00`, `@Europe/Berlin`). `tick`: number of the occurrence at `dueAt`.
 */
export interface CalendarCycle {
  readonly from: number;
  readonly tick: number;
  readonly months: number;
  readonly days: number;
  readonly ms: number;
  readonly zone: string;
}

/** Parses timer texts and computes the next occurrence. Pure (docs/contributing/spec/waiting.md#timer-texts). */
export interface TimerReader {
  read(
    form: TimerForm,
    value: Json,
    nowMs: number,
    rules?: TimerRules,
  ): { readonly ok: true; readonly schedule: TimerSchedule } | { readonly ok: false; readonly reason: string };
  /** the schedule after this one has fired, without past occurrences; undefined after the last one */
  next(schedule: TimerSchedule, nowMs: number): TimerSchedule | undefined;
}
