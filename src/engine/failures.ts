import type { FailureCause } from './causes.ts';
import type { Evaluation } from './evaluator.ts';
import type { TimerForm } from './model.ts';
import { shownValue } from './shown-value.ts';
import type { Json } from './values.ts';

/** A failure of an element: a boundary event catches it by its code, or the instance fails. All of them are made in this file. */
export interface Failure {
  readonly code: string;
  /** for people; clients see it */
  readonly message: string;
  readonly cause: FailureCause;
}

/** A text of the model: where it stands and how it is written. */
export interface ModelText {
  readonly slot: string;
  readonly text: string;
}
/** Longest code and message of a failure; longer ones are cut. Unit: characters (docs/contributing/spec/events-and-errors.md#failure-codes). */
export const MAX_CODE = 256;
export const MAX_MESSAGE = 2000;

type FailedEvaluation = Extract<Evaluation, { ok: false }>;

const INTERNAL = '500';

/** A text could not be evaluated; the evaluation names it. */
export function textFailed({ code, reason, limitMs, cause }: FailedEvaluation): Failure {
  return { code, message: reason, cause: cause ?? { kind: 'text', ...timed(limitMs) } };
}

/** The condition of an event could not be evaluated. */
export function conditionFailed({ code, reason, limitMs }: FailedEvaluation): Failure {
  return { code, message: reason, cause: { kind: 'condition', ...timed(limitMs) } };
}

/** @param wanted what the result must be, for example `a list` · @param given what it is */
export function wrongResult(place: ModelText, wanted: string, given: Json): Failure {
  return unusable(`${place.slot} '${place.text}': the result must be ${wanted}, it is ${shownValue(given)}`);
}

export function conditionNotBoolean(place: ModelText, given: Json): Failure {
  return { ...wrongResult(place, 'true or false', given), cause: { kind: 'condition' } };
}

export function emptyResult({ slot, text }: ModelText): Failure {
  return unusable(`${slot} '${text}' is empty`);
}

/** A name that no index can hold. */
export function unfindable({ slot, text }: ModelText, given: string): Failure {
  return unusable(
    `${slot} '${text}' gives a name that is longer than 256 characters or contains a character that cannot be stored${shownBeside(text, given)}`,
  );
}

export function unreadable({ slot, text }: ModelText, given: Json): Failure {
  return unusable(`${slot} '${text}' cannot be read${shownBeside(text, given)}`);
}

/** @param given what the text gave · @param reason why no time comes from it */
export function unreadableTimer({ slot, text }: ModelText, form: TimerForm, given: Json, reason: string): Failure {
  return unusable(`${slot} ${form} '${text}'${shownBeside(text, given)}: ${reason}`);
}

export function noActivity(id: unknown, adHoc: string): Failure {
  return unusable(`activity '${String(id)}' does not exist in ad-hoc sub-process '${adHoc}'`);
}

/** @param member of what a job has decided · @param wanted what it must be */
export function wrongDecision(member: string, wanted: string, given: Json): Failure {
  return unusable(`${member} must be ${wanted}, it is ${shownValue(given)}`);
}

/** @param reason of the source that failed · @param limitMs time limit that stopped it */
export function mappingFailed(element: string, target: string, reason: string, limitMs?: number): Failure {
  const message = `mapping of '${element}' to '${target}': ${reason}`;
  return { code: '400', message, cause: { kind: 'mapping', ...timed(limitMs) } };
}

export function noWayOut(): Failure {
  return {
    code: INTERNAL,
    message: 'no condition is true, and there is no default flow. Add a default flow or a condition for this case.',
    cause: { kind: 'noWayOut' },
  };
}

export function correlationMissing(variable: string, message: string): Failure {
  return {
    code: INTERNAL,
    message: `Correlation variable '${variable}' is null for message '${message}'.`,
    cause: { kind: 'correlationMissing', message, variable },
  };
}

export function stepLimitReached(limit: number): Failure {
  return {
    code: INTERNAL,
    message: `more than ${limit} steps in one command (Engine:MaxStepsPerRun). Check the process for an endless loop.`,
    cause: { kind: 'stepLimit', limit },
  };
}

export function tooManyIterations(limit: number): Failure {
  return overLimit(limit, `more than ${limit} iterations of one activity (Engine:MaxIterations)`);
}

export function callsTooDeep(limit: number): Failure {
  return overLimit(limit, `call depth of ${limit} exceeded. Check the call activities for a recursion without end.`);
}

export function tooManyCalledInstances(limit: number): Failure {
  return overLimit(limit, `more than ${limit} called instances would run below one instance (Engine:MaxCalledInstances)`);
}

/** @param trail keys of the processes they come from, the latest last */
export function causationTooDeep(limit: number, trail: readonly string[]): Failure {
  return endless(limit, `more than ${limit} messages, signals and calls triggered one another (Engine:MaxCausationDepth)`, trail);
}

/** @param trail keys of the processes they come from, the latest last */
export function causationTooLarge(limit: number, trail: readonly string[]): Failure {
  return endless(limit, `more than ${limit} messages, signals and calls have one root cause (Engine:MaxCausationSize)`, trail);
}

function endless(limit: number, what: string, trail: readonly string[]): Failure {
  const loop = trail.length === 0 ? '' : `: ${trail.join(' → ')}`;
  return { code: INTERNAL, message: what + loop, cause: { kind: 'causationLimit', limit, trail } };
}

export function writeTooLarge(limit: number): Failure {
  return overLimit(limit, `the variables written are larger than ${limit} characters of JSON`);
}

export function instanceTooLarge(limit: number): Failure {
  return overLimit(limit, `the variables of the instance are larger than ${limit} characters of JSON`);
}

/** The failure that follows from another one, with its code and message. */
export function following(
  kind: 'iteration' | 'hazard' | 'calledInstance',
  { code, message, cause }: Omit<Failure, 'cause'> & { readonly cause?: FailureCause },
): Failure {
  return { code, message, cause: { kind, ...(cause !== undefined && { of: cause }) } };
}

/** Code and message come from outside. */
export function givenFailure(
  kind: 'givenByCaller' | 'givenByPlugin',
  { code, message }: { readonly code: string; readonly message: string },
): Failure {
  return { code, message, cause: { kind } };
}

/** The value of a text, unless the text says it already. */
function shownBeside(text: string, given: Json): string {
  return given === text ? '' : ` (its value is ${shownValue(given)})`;
}

function unusable(message: string): Failure {
  return { code: INTERNAL, message, cause: { kind: 'result' } };
}

function overLimit(limit: number, message: string): Failure {
  return { code: INTERNAL, message, cause: { kind: 'sizeLimit', limit } };
}

function timed(limitMs: number | undefined): { limitMs?: number } {
  return limitMs === undefined ? {} : { limitMs };
}
