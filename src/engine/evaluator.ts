import type { DecidedTable, KeptTrace } from './decisions/decided.ts';
import type { DecisionModel, ExpressionModel, ScriptModel, TimerForm, TimerRules } from './model.ts';
import type { Evaluation, ExecutionInfo, VariableReader } from './values/evaluation.ts';
import type { Json, Variables } from './values.ts';

/** Synchronous, pure and bounded; never throws for input of a model or a variable (docs/contributing/spec/expressions.md#expression-limits). */
export interface Evaluator {
  evaluate(expression: ExpressionModel, variables: VariableReader, execution: ExecutionInfo): Evaluation;
  run(script: ScriptModel, variables: VariableReader, execution: ExecutionInfo): Evaluation;
  /**
   * Fails if one decision fails. The value is a {@link DecisionAnswer} (docs/contributing/spec/decisions.md).
   * @param texts for languages other than FEEL; absent: this evaluator
   */
  decide(request: DecisionsToMake, variables: VariableReader, execution: ExecutionInfo, texts?: TextsOf): Evaluation;
}

/** Evaluates without decisions. */
export type TextsOf = Pick<Evaluator, 'evaluate' | 'run'>;

/** Ids, and the decisions with all that they require. */
export interface DecisionsToMake {
  readonly decisions: Readonly<Record<string, DecisionModel>>;
  readonly ids: readonly string[];
  /** the answer has value and matched rules of each decision */
  readonly isTraced?: boolean;
  /** adds to the trace which table cells hold */
  readonly withCells?: boolean;
  /** cuts the trace to the size for the event history of a task */
  readonly isKept?: boolean;
}

/** Results by id. If traced, also all evaluated decisions in order, or the `kept` part. */
export interface DecisionAnswer {
  readonly results: Readonly<Record<string, { readonly value: Json; readonly rows: readonly Variables[] }>>;
  readonly made?: readonly TracedDecision[];
  readonly kept?: KeptTrace;
}

/** `tables`: in evaluation order. */
export interface TracedDecision {
  readonly id: string;
  readonly value: Json;
  readonly tables: readonly DecidedTable[];
}

/** Times in ms since epoch. Repeats by `cron`, or every `intervalMs` after `dueAt`: `remaining` more times (null: unlimited), not after `until`. */
export interface TimerSchedule {
  readonly dueAt: number;
  readonly every?: {
    readonly intervalMs: number;
    readonly remaining: number | null;
    readonly until?: number;
    /** absent: equal intervals */
    readonly calendar?: CalendarCycle;
  };
  readonly cron?: string;
}

/**
 * Intervals of different lengths: occurrence n is `from` plus n times months, days and ms, in `zone` (`Z`, `+02:00`, `@Europe/Berlin`). `tick`:
 * occurrence at `dueAt`.
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
