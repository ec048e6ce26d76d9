import type { FailureCause } from './causes.ts';
import type { KeptTrace } from './decisions/decided.ts';
import type { DecidedTable } from './decisions/making.ts';
import type { DecisionModel, ExpressionModel, ScriptModel, TimerForm, TimerRules } from './model.ts';
import type { Json, Variables } from './values.ts';

/** Variables as an expression reads them: the scope of the entry, then its ancestors (docs/contributing/spec/variables.md#reading-variables). */
export interface VariableReader {
  /** the value; `undefined` when no scope in the chain has the name */
  get(name: string): Json | undefined;
  /** every readable variable, inner scopes winning; made on each call */
  all(): Variables;
}

/** What `execution`, `DateTime.UtcNow` and `Guid.NewGuid()` show to a text (docs/contributing/spec/expressions.md#built-in-members). */
export interface ExecutionInfo {
  readonly instanceId: string;
  readonly businessId: string | null;
  readonly activityId: string;
  /** clock of the command, ms since epoch */
  readonly now: number;
  /** next GUID of the command's sequence; pure in the sense that the same command draws the same GUIDs */
  newGuid(): string;
}

/**
 * What a text did. `writes`: assignments, for the entry's own scope. `sets`: `execution.setVariable`, for the scope that holds the name.
 * Both keep the order of the assignments and hold every name once, with its last value (docs/contributing/spec/variables.md#writing-variables).
 */
export type Evaluation =
  | { readonly ok: true; readonly value: Json; readonly writes?: Variables; readonly sets?: Variables }
  /**
   * `code` is `500` but for errors a script throws with a code of its own. `reason` has no slot or text in front. `unknownName`: the failure is that nobody
   * has this name (docs/contributing/spec/expressions.md#thrown-errors).
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
 * Evaluates texts of the model. Synchronous, pure, bounded; never throws for anything a model or a variable can cause
 * (docs/contributing/spec/expressions.md#expression-limits).
 */
export interface Evaluator {
  evaluate(expression: ExpressionModel, variables: VariableReader, execution: ExecutionInfo): Evaluation;
  run(script: ScriptModel, variables: VariableReader, execution: ExecutionInfo): Evaluation;
  /**
   * Makes decisions, all or none. Its value is a {@link DecisionAnswer} (docs/contributing/spec/decisions.md).
   * @param texts evaluate what is not FEEL; absent: itself
   */
  decide(request: DecisionsToMake, variables: VariableReader, execution: ExecutionInfo, texts?: TextsOf): Evaluation;
}

export type TextsOf = Pick<Evaluator, 'evaluate' | 'run'>;

/** Decisions to be made, by id, and all that they require. */
export interface DecisionsToMake {
  readonly decisions: Readonly<Record<string, DecisionModel>>;
  readonly ids: readonly string[];
  /** tell what each decision came to, and by which rules */
  readonly isTraced?: boolean;
  /** of what is told, keep what the journal of a task has room for */
  readonly isKept?: boolean;
}

/** What decisions came to, by id; and of a traced request every decision in the order in which they were made, or what is `kept` of that. */
export interface DecisionAnswer {
  readonly results: Readonly<Record<string, { readonly value: Json; readonly rows: readonly Variables[] }>>;
  readonly made?: readonly TracedDecision[];
  readonly kept?: KeptTrace;
}

/** `tables`: what the tables of its logic were decided by, in the order in which they were. */
export interface TracedDecision {
  readonly id: string;
  readonly value: Json;
  readonly tables: readonly DecidedTable[];
}

/** When a timer is due, and how it goes on: after `dueAt` every `intervalMs`, `remaining` more times (null = for ever) and not after `until`, or by a cron text. Times: ms since epoch. */
export interface TimerSchedule {
  readonly dueAt: number;
  readonly every?: {
    readonly intervalMs: number;
    readonly remaining: number | null;
    readonly until?: number;
    /** absent: every interval has the same length */
    readonly calendar?: CalendarCycle;
  };
  readonly cron?: string;
}

/**
 * A cycle whose intervals have different lengths: occurrence n is `from` plus n times months, days and ms, on the clocks of `zone` (`Z`, `+02:00`,
 * `@Europe/Berlin`). `tick`: the number of the occurrence at `dueAt`.
 */
export interface CalendarCycle {
  readonly from: number;
  readonly tick: number;
  readonly months: number;
  readonly days: number;
  readonly ms: number;
  readonly zone: string;
}

/** Reads timer texts and gives the next tick. Pure (docs/contributing/spec/waiting.md#timer-texts). */
export interface TimerReader {
  read(
    form: TimerForm,
    value: Json,
    nowMs: number,
    rules?: TimerRules,
  ): { readonly ok: true; readonly schedule: TimerSchedule } | { readonly ok: false; readonly reason: string };
  /** the schedule after this one has fired, ticks already past skipped; undefined when it was the last */
  next(schedule: TimerSchedule, nowMs: number): TimerSchedule | undefined;
}
