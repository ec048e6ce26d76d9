import type { ApiCaller } from './api-caller.ts';

/** A JSON Schema of the arguments of a tool. */
export interface ArgumentSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
  readonly additionalProperties: false;
}

/** Arguments that fit their schema. Read them as own members. */
export type Arguments = Readonly<Record<string, unknown>>;

/** Answer of a tool: text for the model, and separate data. */
export interface ToolAnswer {
  readonly summary: string;
  readonly data?: unknown;
  readonly isError?: boolean;
}

/** Effect of a tool on the service, in the terms of the protocol. */
export interface ToolEffect {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
}

/** Reads only. */
export const READS: ToolEffect = { readOnlyHint: true, destructiveHint: false, idempotentHint: true };
/** Continues processes. This cannot be undone, and a repeat may do more. */
export const MOVES_ON: ToolEffect = { readOnlyHint: false, destructiveHint: true, idempotentHint: false };
/** It adds something, and takes nothing away; done twice, it adds twice. */
export const ADDS: ToolEffect = { readOnlyHint: false, destructiveHint: false, idempotentHint: false };
/** It sets something; done twice, it is as done once. */
export const SETS: ToolEffect = { readOnlyHint: false, destructiveHint: false, idempotentHint: true };

/** One thing an assistant can do. It is done by endpoints of the API, and in no other way. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: ArgumentSchema;
  readonly effect: ToolEffect;
  readonly run: (given: Arguments, api: ApiCaller) => Promise<ToolAnswer>;
}

/** A text among the arguments. */
export function textOf(given: Arguments, name: string): string | undefined {
  const value = Object.hasOwn(given, name) ? given[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** A number among the arguments, as a text. */
export function numberOf(given: Arguments, name: string): string | undefined {
  const value = Object.hasOwn(given, name) ? given[name] : undefined;
  return typeof value === 'number' ? String(value) : undefined;
}

/** An object among the arguments. */
export function objectOf(given: Arguments, name: string): object | undefined {
  const value = Object.hasOwn(given, name) ? given[name] : undefined;
  return typeof value === 'object' && value !== null ? value : undefined;
}

/** The term of `filters` for a value; empty without a value (docs/contributing/spec/http/lists.md#escapes). */
export function filterTerm(name: string, operator: '==' | '_=', value: string | undefined): readonly string[] {
  return value === undefined ? [] : [`${name}${operator}${value.replaceAll(/[\\,|*]/g, '\\$&')}`];
}
