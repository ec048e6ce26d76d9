import { TaskFailure, type Values } from '../../plugin.ts';

/** A text among the inputs; empty when there is none. Throws TaskFailure `400`. */
export function textOf(input: Values, name: string): string {
  const value = Object.hasOwn(input, name) ? input[name] : undefined;
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') throw new TaskFailure('400', `${name} must be a text.`, { isRetryable: false });
  return value;
}

/** A truth value among the inputs; false when there is none. Throws TaskFailure `400`. */
export function flagOf(input: Values, name: string): boolean {
  const value = Object.hasOwn(input, name) ? input[name] : undefined;
  if (value === undefined || value === null) return false;
  if (typeof value !== 'boolean') throw new TaskFailure('400', `${name} must be true or false.`, { isRetryable: false });
  return value;
}

/** The input `variables`; empty when there is none. Throws TaskFailure `400`. */
export function variablesOf(input: Values): Values {
  const value = Object.hasOwn(input, 'variables') ? input['variables'] : undefined;
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw new TaskFailure('400', 'variables must be a map.', { isRetryable: false });
  }
  return value as Values;
}
