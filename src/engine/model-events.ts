import type { ExpressionModel } from './model-texts.ts';

/** What an event waits for, and what it throws (docs/contributing/spec/events-and-errors.md#where-events-may-stand). */

/** `name` is evaluated when the event is armed, at deploy for process starts. `key` absent: no correlation key. */
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
 * How timer texts of a file are read (docs/contributing/spec/waiting.md#rules-of-files). Without rules a month has 30 days and a year 365, as in releases before.
 * `weekdays`: Sunday is 1 (`quartz`), or 0 and 7. `pastStart`: when a cycle is first due whose start is past.
 */
export interface TimerRules {
  readonly weekdays: 'quartz' | 'unix';
  readonly pastStart: 'now' | 'next';
}

/** `variableName`: evaluated only when that variable changed; `variableEvents`: only on these changes. */
export interface ConditionalCatch {
  readonly kind: 'conditional';
  readonly condition: ExpressionModel;
  readonly variableName?: string;
  readonly variableEvents?: readonly ('create' | 'update' | 'delete')[];
}

/** Without `code` it catches everything. The code is literal. `codeVariable`, `messageVariable`: what the catching path is told of it. */
export interface ErrorCatch {
  readonly kind: 'error';
  readonly code?: string;
  readonly codeVariable?: string;
  readonly messageVariable?: string;
}

/** Without `code` it catches everything. */
export interface EscalationCatch {
  readonly kind: 'escalation';
  readonly code?: string;
  readonly codeVariable?: string;
}

export interface CompensationCatch {
  readonly kind: 'compensation';
}
export interface CancelCatch {
  readonly kind: 'cancel';
}

/** Definitions that wait through a subscription. */
export type SubscribingCatch = MessageCatch | SignalCatch | TimerCatch | ConditionalCatch;
export type CatchDefinition = SubscribingCatch | ErrorCatch | EscalationCatch | CompensationCatch | CancelCatch;
export type CatchKind = CatchDefinition['kind'];
export type CatchOf<K extends CatchKind> = Extract<CatchDefinition, { kind: K }>;

/** True for definitions that are armed and wait. */
export function isSubscribing(definition: CatchDefinition): definition is SubscribingCatch {
  return (
    definition.kind === 'message' ||
    definition.kind === 'signal' ||
    definition.kind === 'timer' ||
    definition.kind === 'conditional'
  );
}

/** What a throw or end event does, in document order; error, terminate and cancel last. */
export type ThrowDefinition =
  | { readonly kind: 'message'; readonly name: ExpressionModel; readonly key?: ExpressionModel }
  | { readonly kind: 'signal'; readonly name: ExpressionModel }
  /** `code` absent: no errorRef, caught only by catch-alls */
  | { readonly kind: 'error'; readonly code?: ExpressionModel; readonly message?: ExpressionModel }
  | { readonly kind: 'escalation'; readonly code: ExpressionModel }
  | { readonly kind: 'compensation'; readonly activityRef?: string }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'terminate' };
export type ThrowKind = ThrowDefinition['kind'];
