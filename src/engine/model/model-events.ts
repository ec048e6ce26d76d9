import type { ExpressionModel } from './model-texts.ts';

/** `name`: evaluated at the subscription, for start events of a process at deployment. `key`: correlation key, if any. */
export interface MessageCatch {
  readonly kind: 'message';
  readonly name: ExpressionModel;
  readonly key?: ExpressionModel;
}

export interface SignalCatch {
  readonly kind: 'signal';
  readonly name: ExpressionModel;
}

export type TimerForm = 'timeDate' | 'timeDuration' | 'timeCycle';
export interface TimerCatch {
  readonly kind: 'timer';
  readonly form: TimerForm;
  readonly text: ExpressionModel;
}

/**
 * Rules of a file for timer texts (docs/contributing/spec/waiting.md#rules-of-files). Without rules a month has 30 days and a year 365, as in earlier
 * releases. `weekdays` of cron texts with seconds: Sunday is 1 (`quartz`), or 0 and 7 (`unix`). `pastStart`: first occurrence of a cycle that started in
 * the past.
 */
export interface TimerRules {
  readonly weekdays: 'quartz' | 'unix';
  readonly pastStart: 'now' | 'next';
}

/**
 * `variableName`, `variableNames`, `variableEvents`: evaluated only after a change of such a variable and kind; all that are present must match.
 * `firesOnEachChange`: a non-interrupting event fires again while the condition stays true (docs/contributing/spec/waiting.md#rising-condition).
 */
export interface ConditionalCatch {
  readonly kind: 'conditional';
  readonly condition: ExpressionModel;
  readonly firesOnEachChange?: true;
  readonly variableName?: string;
  readonly variableNames?: readonly string[];
  readonly variableEvents?: readonly ('create' | 'update' | 'delete')[];
}

/**
 * Catches every error without `code`, which is literal. `codeVariable`, `messageVariable`: of the catching path. `dataVariables`: for the data of the
 * error, in jBPM.
 */
export interface ErrorCatch {
  readonly kind: 'error';
  readonly code?: string;
  readonly codeVariable?: string;
  readonly messageVariable?: string;
  readonly dataVariables?: readonly string[];
}

/** Catches every escalation without `code`. */
export interface EscalationCatch {
  readonly kind: 'escalation';
  readonly code?: string;
  readonly codeVariable?: string;
  readonly dataVariables?: readonly string[];
}

export interface CompensationCatch {
  readonly kind: 'compensation';
}
export interface CancelCatch {
  readonly kind: 'cancel';
}

/** Waits through a subscription. */
export type SubscribingCatch = MessageCatch | SignalCatch | TimerCatch | ConditionalCatch;
export type CatchDefinition = SubscribingCatch | ErrorCatch | EscalationCatch | CompensationCatch | CancelCatch;
export type CatchKind = CatchDefinition['kind'];
export type CatchOf<K extends CatchKind> = Extract<CatchDefinition, { kind: K }>;

export function isSubscribing(definition: CatchDefinition): definition is SubscribingCatch {
  return (
    definition.kind === 'message' ||
    definition.kind === 'signal' ||
    definition.kind === 'timer' ||
    definition.kind === 'conditional'
  );
}

/** Definitions in document order; error, terminate and cancel last. */
export type ThrowDefinition =
  | { readonly kind: 'message'; readonly name: ExpressionModel; readonly key?: ExpressionModel }
  /** `staysInside`: only within this instance */
  | { readonly kind: 'signal'; readonly name: ExpressionModel; readonly staysInside?: true }
  /** `code` absent: caught only by catch-all events. `mustBeCaught`: fails the event if uncaught */
  | { readonly kind: 'error'; readonly code?: ExpressionModel; readonly message?: ExpressionModel; readonly mustBeCaught?: true }
  | { readonly kind: 'escalation'; readonly code: ExpressionModel }
  | { readonly kind: 'compensation'; readonly activityRef?: string }
  | { readonly kind: 'cancel' }
  /** `isOfInstance`: ends the instance, not only the scope */
  | { readonly kind: 'terminate'; readonly isOfInstance?: true };
