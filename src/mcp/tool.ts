import type { ApiCaller } from './api-caller.ts';

/** JSON Schema. */
export interface ArgumentSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
  readonly additionalProperties: false;
}

/** Match their schema. Read them only as own members. */
export type Arguments = Readonly<Record<string, unknown>>;

/** Text for the model, and separate data. */
export interface ToolAnswer {
  readonly summary: string;
  readonly data?: unknown;
  readonly isError?: boolean;
}

/** Hints of the protocol. */
export interface ToolEffect {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
}

export const READS: ToolEffect = { readOnlyHint: true, destructiveHint: false, idempotentHint: true };
/** Cannot be undone, and a repeat may do more. */
export const CONTINUES: ToolEffect = { readOnlyHint: false, destructiveHint: true, idempotentHint: false };
/** Removes nothing; a repeat adds again. */
export const ADDS: ToolEffect = { readOnlyHint: false, destructiveHint: false, idempotentHint: false };
/** A repeat has no further effect. */
export const SETS: ToolEffect = { readOnlyHint: false, destructiveHint: false, idempotentHint: true };

/** Uses only endpoints of the API, so that permissions and limits apply. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: ArgumentSchema;
  readonly effect: ToolEffect;
  readonly run: (given: Arguments, api: ApiCaller) => Promise<ToolAnswer>;
}

/** Returns undefined if absent or of another type. */
export function textOf(given: Arguments, name: string): string | undefined {
  const value = Object.hasOwn(given, name) ? given[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** Number as text. Undefined: absent or another type. */
export function numberOf(given: Arguments, name: string): string | undefined {
  const value = Object.hasOwn(given, name) ? given[name] : undefined;
  return typeof value === 'number' ? String(value) : undefined;
}

/** Returns undefined if absent or of another type. */
export function objectOf(given: Arguments, name: string): object | undefined {
  const value = Object.hasOwn(given, name) ? given[name] : undefined;
  return typeof value === 'object' && value !== null ? value : undefined;
}

/** A term of `filters`; [] if the value is undefined (docs/contributing/spec/http/lists.md#escapes). */
export function filterTerm(name: string, operator: '==' | '_=', value: string | undefined): readonly string[] {
  if (value === undefined) return [];
  const escaped = value.toLowerCase() === 'null' ? `\\${value}` : value.replaceAll(/[\\,|*]/g, '\\$&');
  return [`${name}${operator}${escaped}`];
}

const MOST_NAME = 512;
const GUID = '^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';

/** Schema that rejects unknown arguments. `required`: names. */
export function argumentsOf(properties: ArgumentSchema['properties'], required: readonly string[] = []): ArgumentSchema {
  return { type: 'object', properties, ...(required.length > 0 && { required }), additionalProperties: false };
}

/** GUID schema. `of`: subject of the id. */
export function id(of: string): object {
  return { type: 'string', pattern: GUID, description: `The id of ${of}, a GUID.` };
}

/** Schema of a text that is not empty. */
export function name(description: string): object {
  return { type: 'string', minLength: 1, maxLength: MOST_NAME, description };
}

/** Excludes `.` and `..`, because the key becomes part of a path. */
export const processKey: object = {
  type: 'string',
  minLength: 1,
  maxLength: 256,
  pattern: '^(?!\\.{1,2}$)',
  description: 'A process key: the id of the process in its model.',
};

export const version: object = { type: 'integer', minimum: 1, maximum: 2_147_483_647, description: 'Left out: the latest one.' };

export const variables: object = {
  type: 'object',
  description: 'Variables by name; values are any JSON. Integers beyond 9007199254740991 have to be texts.',
};

export const businessId: object = { type: 'string', minLength: 1, maxLength: 256, description: 'A business id.' };

export const page: object = {
  type: 'integer',
  minimum: 1,
  maximum: 1_000_000,
  description: 'The page number; default: the first page.',
};

export const idempotencyKey: object = {
  type: 'string',
  pattern: '^[\\x21-\\x7e]{1,255}$',
  description: 'Any text that you choose. Calls with the same key and arguments run once.',
};
