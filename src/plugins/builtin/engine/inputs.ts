import { TaskFailure, type Values } from '../../plugin.ts';

const UNSTORABLE = /\0|\p{Surrogate}/u;
const MAX_BUSINESS_ID = 256;
// biome-ignore lint/suspicious/noControlCharactersInRegex: docs/contributing/spec/http.md#business-id-rules refuses them
const NOT_IN_BUSINESS_ID = /^[\s\u0085\ufeff]|[\s\u0085\ufeff]$|[\u0000-\u001f\u007f-\u009f]/;

/** String input; empty if absent. Throws TaskFailure `400`. */
export function textOf(input: Values, name: string): string {
  const value = Object.hasOwn(input, name) ? input[name] : undefined;
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') throw new TaskFailure('400', `${name} must be a text.`, { isRetryable: false });
  if (UNSTORABLE.test(value)) {
    throw new TaskFailure('400', `${name} contains a character that cannot be stored.`, { isRetryable: false });
  }
  return value;
}

/** Input `businessId` by the rules of docs/contributing/spec/http.md#business-id-rules; null if absent. Throws TaskFailure `400`. */
export function businessIdOf(input: Values): string | null {
  const value = textOf(input, 'businessId');
  if (value.length > MAX_BUSINESS_ID || NOT_IN_BUSINESS_ID.test(value)) {
    const rule = `at most ${MAX_BUSINESS_ID} characters, no control characters, no white space at its ends`;
    throw new TaskFailure('400', `businessId must have ${rule}.`, { isRetryable: false });
  }
  return value === '' ? null : value;
}

/** Boolean input; false if absent. Throws TaskFailure `400`. */
export function flagOf(input: Values, name: string): boolean {
  const value = Object.hasOwn(input, name) ? input[name] : undefined;
  if (value === undefined || value === null) return false;
  if (typeof value !== 'boolean') throw new TaskFailure('400', `${name} must be true or false.`, { isRetryable: false });
  return value;
}

/** Input `variables`; empty if absent. Throws TaskFailure `400`. */
export function variablesOf(input: Values): Values {
  const value = Object.hasOwn(input, 'variables') ? input['variables'] : undefined;
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw new TaskFailure('400', 'variables must be a map.', { isRetryable: false });
  }
  return value as Values;
}
