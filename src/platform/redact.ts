const USER_INFO = /([a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/@'"]*@/gi;
const BEARER = /\b(bearer|basic)\s+[a-z0-9._~+/=-]+/gi;
const SECRET_NAME = /password|passwd|secret|token$|authorization|cookie|connectionstring|database_?url|redis_?url/i;
const HIDDEN = '***';

/** Replaces the user part of URLs and the credentials of Authorization headers (docs/contributing/spec/observability.md#never-logged). */
export function redactText(text: string): string {
  if (!text.includes('@') && !/bearer|basic/i.test(text)) return text;
  return text.replace(USER_INFO, `$1${HIDDEN}@`).replace(BEARER, `$1 ${HIDDEN}`);
}

/** True if the values of properties with this name are secret. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}

/** Message without credentials. Joins the messages of an AggregateError without a message. */
export function errorMessage(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(errorMessage).join('; ');
  return redactText(error instanceof Error ? error.message : String(error));
}

/** Stack with causes, without credentials. */
export function errorStack(error: unknown): string {
  if (!(error instanceof Error)) return redactText(String(error));
  const cause = error.cause === undefined ? '' : `\ncaused by ${errorStack(error.cause)}`;
  return redactText(`${error.stack ?? error.message}`) + cause;
}

/**
 * Allowed in JSON, but interpreted by log viewers (docs/contributing/spec/observability.md#no-forged-lines): C1 controls, line and paragraph separators,
 * direction marks, byte order marks.
 */
const ACTED_UPON = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;
/** {@link ACTED_UPON} and all control characters. */
const UNPRINTABLE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/** Escapes {@link ACTED_UPON} in a line of JSON. Its values do not change. */
export function escapedLine(line: string): string {
  return line.replace(ACTED_UPON, escapeOf);
}

/** Control characters would move the cursor or change the text direction or colours. */
export function visibleText(text: string): string {
  return text.replace(UNPRINTABLE, escapeOf);
}

function escapeOf(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
