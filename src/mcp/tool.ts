import type { ApiCaller } from './api-caller.ts';

/** A JSON Schema of the arguments of a tool. */
export interface ArgumentSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
  readonly additionalProperties: false;
}

/** Arguments that match their schema. Read them only as own members. */
export type Arguments = Readonly<Record<string, unknown>>;

/** Answer of a tool: text for the model, and separate data. */
export interface ToolAnswer {
  readonly summary: string;
  readonly data?: unknown;
  readonly isError?: boolean;
}

/** Effect of a tool on the service, as hints of the protocol. */
export interface ToolEffect {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
}

/** Reads only. */
export const READS: ToolEffect = { readOnlyHint: true, destructiveHint: false, idempotentHint: true };
/** Continues processes. This cannot be undone, and a repeat may do more. */
export const CONTINUES: ToolEffect = { readOnlyHint: false, destructiveHint: true, idempotentHint: false };
/** Adds data and removes none; a repeated call adds data again. */
export const ADDS: ToolEffect = { readOnlyHint: false, destructiveHint: false, idempotentHint: false };
/** Sets data; a repeated call has no further effect. */
export const SETS: ToolEffect = { readOnlyHint: false, destructiveHint: false, idempotentHint: true };

/** Operation for an assistant. It uses only endpoints of the API, so that permissions and limits apply. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: ArgumentSchema;
  readonly effect: ToolEffect;
  readonly run: (given: Arguments, api: ApiCaller) => Promise<ToolAnswer>;
}

/** Returns a text argument. Returns undefined if it is absent or has another type. */
export function textOf(given: Arguments, name: string): string | undefined {
  const value = Object.hasOwn(given, name) ? given[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** Returns a number argument as a text. Returns undefined if it is absent or has another type. */
export function numberOf(given: Arguments, name: string): string | undefined {
  const value = Object.hasOwn(given, name) ? given[name] : undefined;
  return typeof value === 'number' ? String(value) : undefined;
}

/** Returns an object argument. Returns undefined if it is absent or has another type. */
export function objectOf(given: Arguments, name: string): object | undefined {
  const value = Object.hasOwn(given, name) ? given[name] : undefined;
  return typeof value === 'object' && value !== null ? value : undefined;
}

/** Returns the term of `filters` for a value; [] if the value is undefined (docs/contributing/spec/http/lists.md#escapes). */
export function filterTerm(name: string, operator: '==' | '_=', value: string | undefined): readonly string[] {
  return value === undefined ? [] : [`${name}${operator}${value.replaceAll(/[\\,|*]/g, '\\$&')}`];
}

const MOST_NAME = 512;
const GUID = '^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';

/** Creates the schema of arguments. `required`: names of required arguments. The schema rejects unknown arguments. */
export function argumentsOf(properties: ArgumentSchema['properties'], required: readonly string[] = []): ArgumentSchema {
  return { type: 'object', properties, ...(required.length > 0 && { required }), additionalProperties: false };
}

/** Creates the schema of a GUID. `of`: subject of the id, for the description. */
export function id(of: string): object {
  return { type: 'string', pattern: GUID, description: `The id of ${of}, a GUID.` };
}

/** Creates the schema of a text that is not empty. */
export function name(description: string): object {
  return { type: 'string', minLength: 1, maxLength: MOST_NAME, description };
}

/** Schema of a process key. Excludes `.` and `..`, because the key becomes part of a path. */
export const processKey: object = {
  type: 'string',
  minLength: 1,
  maxLength: 256,
  pattern: '^(?!\\.{1,2}$)',
  description: 'A process key: the id of the process in its model.',
};

/** Schema of a process version. */
export const version: object = { type: 'integer', minimum: 1, maximum: 2_147_483_647, description: 'Left out: the latest one.' };

/** Schema of variables. */
export const variables: object = {
  type: 'object',
  description: 'Variables by name; values are any JSON. Integers beyond 9007199254740991 have to be texts.',
};

/** Schema of a business id. */
export const businessId: object = { type: 'string', minLength: 1, maxLength: 256, description: 'A business id.' };

/** Schema of a page number. */
export const page: object = {
  type: 'integer',
  minimum: 1,
  maximum: 1_000_000,
  description: 'The page number; default: the first page.',
};

/** Schema of an idempotency key. */
export const idempotencyKey: object = {
  type: 'string',
  pattern: '^[\\x21-\\x7e]{1,255}$',
  description: 'Any text that you choose. Calls with the same key and arguments run once.',
};
