import type { DecidedTable, KeptTrace } from './decisions/decided.ts';
import type { DecisionModel, ExpressionModel, ScriptModel, TimerForm, TimerRules } from './model.ts';
import type { Evaluation, ExecutionInfo, VariableReader } from './values/evaluation.ts';
import type { Json, Variables } from './values.ts';

/**
 * Evaluates expressions, scripts and decisions of the model. Synchronous, pure and bounded; never throws for input of a model or
 * a variable (docs/contributing/spec/expressions.md#expression-limits).
 */
export interface Evaluator {
  evaluate(expression: ExpressionModel, variables: VariableReader, execution: ExecutionInfo): Evaluation;
  run(script: ScriptModel, variables: VariableReader, execution: ExecutionInfo): Evaluation;
  /**
   * Evaluates all decisions; fails if one fails. The value is a {@link DecisionAnswer} (docs/contributing/spec/decisions.md).
   * @param texts evaluator of expressions in other languages than FEEL; absent: this one
   */
  decide(request: DecisionsToMake, variables: VariableReader, execution: ExecutionInfo, texts?: TextsOf): Evaluation;
}

/** Evaluator of texts, without decisions. */
export type TextsOf = Pick<Evaluator, 'evaluate' | 'run'>;

/** Ids of decisions to evaluate, and the decisions with all that they require. */
export interface DecisionsToMake {
  readonly decisions: Readonly<Record<string, DecisionModel>>;
  readonly ids: readonly string[];
  /** true: the answer contains value and matched rules of each decision */
  readonly isTraced?: boolean;
  /** true: the trace also reports which table cells hold */
  readonly withCells?: boolean;
  /** true: the trace is cut to the size that fits the event history of a task */
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

/**
 * Due time and repetitions of a timer, in ms since epoch. It repeats by `cron`, or every `intervalMs` after `dueAt`: `remaining` more
 * times (null: unlimited) and not after `until`.
 */
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
