import type { FailureCause } from './causes.ts';
import type { TimerForm } from './model.ts';
import type { Evaluation } from './values/evaluation.ts';
import { shownValue } from './values/value-size.ts';
import type { Json } from './values.ts';

/** A boundary event or event sub-process catches it by code, else the instance fails or has an incident. All are defined here. */
export interface Failure {
  readonly code: string;
  /** user text, visible to clients */
  readonly message: string;
  readonly cause: FailureCause;
  /** data of an error end event of jBPM in a called instance */
  readonly data?: Json;
}

/** Text with its attribute name, for messages. */
export interface ModelText {
  readonly slot: string;
  readonly text: string;
}
/** Longer code or message is cut. Characters (docs/contributing/spec/events-and-errors.md#failure-codes). */
export const MAX_CODE = 256;
export const MAX_MESSAGE = 2000;

type FailedEvaluation = Extract<Evaluation, { ok: false }>;

const INTERNAL = '500';

/** The reason already names the text. */
export function textFailed({ code, reason, limitMs, cause }: FailedEvaluation): Failure {
  return { code, message: reason, cause: cause ?? { kind: 'text', ...timed(limitMs) } };
}

export function conditionFailed({ code, reason, limitMs }: FailedEvaluation): Failure {
  return { code, message: reason, cause: { kind: 'condition', ...timed(limitMs) } };
}

/** @param wanted for example `a list` */
export function wrongResult(place: ModelText, wanted: string, given: Json): Failure {
  return unusable(`${place.slot} '${place.text}': the result must be ${wanted}, it is ${shownValue(given)}`);
}

export function conditionNotBoolean(place: ModelText, given: Json): Failure {
  return { ...wrongResult(place, 'true or false', given), cause: { kind: 'condition' } };
}

export function emptyResult({ slot, text }: ModelText): Failure {
  return unusable(`${slot} '${text}' is empty`);
}

/** Too long for the database index, or characters that it cannot store. */
export function notIndexable({ slot, text }: ModelText, given: string): Failure {
  return unusable(
    `${slot} '${text}' gives a name that is longer than 256 characters or contains a character that cannot be stored${shownIfDifferent(text, given)}`,
  );
}

/** Value is not in the required format. */
export function unreadable({ slot, text }: ModelText, given: Json): Failure {
  return unusable(`${slot} '${text}' cannot be read${shownIfDifferent(text, given)}`);
}

/** @param reason why it is not a time */
export function unreadableTimer({ slot, text }: ModelText, form: TimerForm, given: Json, reason: string): Failure {
  return unusable(`${slot} ${form} '${text}'${shownIfDifferent(text, given)}: ${reason}`);
}

export function noActivity(id: unknown, adHoc: string): Failure {
  return unusable(`activity '${String(id)}' does not exist in ad-hoc sub-process '${adHoc}'`);
}

/** @param member field of a job result */
export function wrongDecision(member: string, wanted: string, given: Json): Failure {
  return unusable(`${member} must be ${wanted}, it is ${shownValue(given)}`);
}

/** @param limitMs time limit that stopped it */
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

/** @param trail process keys, latest last */
export function causationTooDeep(limit: number, trail: readonly string[]): Failure {
  return endless(limit, `more than ${limit} messages, signals and calls triggered one another (Engine:MaxCausationDepth)`, trail);
}

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

/** Failure in files of engines that require a catcher. */
export function errorNotCaught({ code, message }: { readonly code: string; readonly message: string }): Failure {
  const text = message === '' ? `nothing catches the error '${code}'. Add a boundary event or an event sub-process.` : message;
  return { code, message: text, cause: { kind: 'hazard' } };
}

/** Takes code and message of its cause. */
export function following(
  kind: 'iteration' | 'hazard' | 'calledInstance',
  { code, message, cause }: Omit<Failure, 'cause'> & { readonly cause?: FailureCause },
): Failure {
  return { code, message, cause: { kind, ...(cause !== undefined && { of: cause }) } };
}

/** Failure with code and message from outside. */
export function givenFailure(
  kind: 'givenByCaller' | 'givenByPlugin',
  { code, message }: { readonly code: string; readonly message: string },
): Failure {
  return { code, message, cause: { kind } };
}

/** Appends the value if different. */
function shownIfDifferent(text: string, given: Json): string {
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
