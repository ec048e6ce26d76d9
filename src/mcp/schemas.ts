import type { ArgumentSchema } from './tool.ts';

const MOST_NAME = 512;
const GUID = '^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';

/** The schema of some arguments; those that `required` names have to be there, others are refused. */
export function argumentsOf(properties: ArgumentSchema['properties'], required: readonly string[] = []): ArgumentSchema {
  return { type: 'object', properties, ...(required.length > 0 && { required }), additionalProperties: false };
}

/** A GUID. */
export function id(of: string): object {
  return { type: 'string', pattern: GUID, description: `The id of ${of}, a GUID.` };
}

/** A text that is not empty. */
export function name(description: string): object {
  return { type: 'string', minLength: 1, maxLength: MOST_NAME, description };
}

/** A process key: part of a path, where `.` and `..` would be steps. */
export const processKey: object = {
  type: 'string',
  minLength: 1,
  maxLength: 256,
  pattern: '^(?!\\.{1,2}$)',
  description: 'A process key: the id of the process in its model.',
};

/** A version of a process. */
export const version: object = { type: 'integer', minimum: 1, maximum: 2_147_483_647, description: 'Left out: the latest one.' };

/** Variables of a process. */
export const variables: object = {
  type: 'object',
  description: 'Variables by name; values are any JSON. Integers beyond 9007199254740991 have to be texts.',
};

/** The id of the business object that an instance is about. */
export const businessId: object = { type: 'string', minLength: 1, maxLength: 256, description: 'A business id.' };

/** Which page of a list. */
export const page: object = {
  type: 'integer',
  minimum: 1,
  maximum: 1_000_000,
  description: 'The page number; default: the first page.',
};

/** Makes a write repeatable. */
export const idempotencyKey: object = {
  type: 'string',
  pattern: '^[\\x21-\\x7e]{1,255}$',
  description: 'Any text that you choose. Calls with the same key and arguments run once.',
};
