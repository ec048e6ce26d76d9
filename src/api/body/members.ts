import { z } from 'zod';
import type { CommandOf } from '../../messages/commands.ts';
import { type Answer, errorAnswer, problemAnswer } from '../../platform/answer.ts';
import { isGuid } from '../../platform/ids.ts';
import { businessIdFault, holdsUnstorableText, isBlank } from '../../requests/request-texts.ts';
import { memberTraits, type RequestSchema } from '../schemas/members.ts';
import type { JsonBody } from './parse-json.ts';
import { variablesFault } from './variables.ts';

export type RequestVariables = CommandOf<'StartInstance'>['variables'];

/**
 * `text`: blank counts as absent. `variables`: default {}. `texts`, `resources`, `objects`: default []. `resources`: named files, not checked here.
 * `xml`: any character. `objects`: only characters that cannot be stored are refused. `integer`: without fraction, within the bounds of its schema.
 * `flag`: `true` or `false`.
 */
type MemberType = 'text' | 'xml' | 'guid' | 'businessId' | 'variables' | 'texts' | 'resources' | 'objects' | 'integer' | 'flag';

type ValueOf<V> = [NonNullable<V>] extends [number | boolean]
  ? NonNullable<V> | undefined
  : [NonNullable<V>] extends [string]
    ? undefined extends V
      ? string | undefined
      : string
    : [NonNullable<V>] extends [readonly string[]]
      ? readonly string[]
      : [NonNullable<V>] extends [readonly { readonly Name: string }[]]
        ? readonly RequestResource[]
        : [NonNullable<V>] extends [readonly object[]]
          ? readonly object[]
          : RequestVariables;

export interface RequestResource {
  readonly Name: string;
  readonly Content: string;
}

/** Checked members of a request. */
export type Members<S extends RequestSchema> = { readonly [Name in keyof z.infer<S>]-?: ValueOf<z.infer<S>[Name]> };

/** Checked members, or the error answer. */
export type MembersOutcome<S extends RequestSchema> =
  | { readonly ok: true; readonly members: Members<S> }
  | { readonly ok: false; readonly answer: Answer };

/**
 * Checks the types of all members, required members, `checkFurther`, then contents: business id, variables, and characters that cannot be stored,
 * except in XML and resources. Each in the order of the schema (docs/contributing/spec/http/errors.md#order-of-checks).
 */
export type MemberReader<S extends RequestSchema> = (
  body: JsonBody,
  path: string,
  checkFurther?: FurtherCheck,
) => MembersOutcome<S>;

/** Runs after the check of required members. `textOf`: text member by name; undefined: absent or blank. */
export type FurtherCheck = (textOf: (name: string) => string | undefined) => Answer | undefined;

interface Member {
  readonly name: string;
  readonly lowerName: string;
  readonly type: MemberType;
  /** error text if it is missing, null, blank, empty, or the nil GUID; undefined: optional. Not for integers and flags */
  readonly refusal: string | undefined;
  /** bounds of an integer, inclusive */
  readonly bounds: readonly [least: number, most: number] | undefined;
}

const WHOLE_NUMBERS = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER] as const;
const NIL_GUID = '00000000-0000-0000-0000-000000000000';
const NO_VARIABLES: RequestVariables = Object.freeze({});
const NO_TEXTS: readonly string[] = [];

/** Call it at start-up. The schema gives names, types and required members. Does not use the parser of zod, which is slower and has another order of checks. */
export function createMemberReader<S extends RequestSchema>(schema: S): MemberReader<S> {
  const members = Object.entries(schema.shape).map(([name, member]) => memberOf(name, member));
  return (body, path, checkFurther) => {
    const found = members.map((member) => spellingOf(body.members, member));
    const values = found.map((spelling) => (spelling === undefined ? undefined : body.members[spelling]));
    const answer =
      typeRefusal(members, values, path) ??
      missingRefusal(members, values) ??
      checkFurther?.((name) => textOf(members, values, name)) ??
      contentRefusal(members, values, found, body.text, path);
    if (answer !== undefined) return { ok: false, answer };
    const read: Record<string, unknown> = {};
    for (const [index, member] of members.entries()) read[member.name] = memberValue(member, values[index]);
    return { ok: true, members: read as Members<S> };
  };
}

function memberOf(name: string, schema: z.ZodType): Member {
  const { refusal, format } = memberTraits.get(schema) ?? {};
  const inner = unwrapped(schema);
  const type = format ?? MEMBER_TYPES[inner.def.type] ?? unreadable(name);
  const bounds = type === 'integer' ? boundsOf(inner) : undefined;
  return { name, lowerName: name.toLowerCase(), type, refusal, bounds };
}

const MEMBER_TYPES: Readonly<Record<string, MemberType>> = {
  string: 'text',
  record: 'variables',
  array: 'texts',
  number: 'integer',
  boolean: 'flag',
};

function boundsOf(schema: z.ZodType): readonly [number, number] | undefined {
  const { minValue, maxValue } = schema as z.ZodNumber;
  return minValue === null || maxValue === null ? undefined : [minValue, maxValue];
}

function unreadable(name: string): never {
  throw new Error(`members cannot be read by the schema of ${name}`);
}

function unwrapped(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? unwrapped(schema.unwrap() as z.ZodType) : schema;
}

/**
 * Returns the sent spelling: the documented one, otherwise the first that matches without case (docs/contributing/spec/http.md#member-spellings).
 * Undefined: not sent, or null.
 */
function spellingOf(body: JsonBody['members'], member: Member): string | undefined {
  if (Object.hasOwn(body, member.name) && body[member.name] !== null) return member.name;
  for (const name of Object.keys(body)) {
    if (name.length === member.name.length && name.toLowerCase() === member.lowerName && body[name] !== null) return name;
  }
  return undefined;
}

/** Types of all members, then format of GUIDs. */
function typeRefusal(members: readonly Member[], values: readonly unknown[], path: string): Answer | undefined {
  for (const [index, member] of members.entries()) {
    const value = values[index];
    if (value === undefined) continue;
    if (member.type === 'variables') {
      if (typeof value !== 'object' || Array.isArray(value))
        return problemAnswer('invalid-field', `${member.name} must be an object.`, path);
    } else if (member.type === 'texts') {
      if (!isTexts(value)) return problemAnswer('invalid-field', `${member.name} must be an array of strings.`, path);
    } else if (member.type === 'resources') {
      if (!isResources(value))
        return problemAnswer('invalid-field', `${member.name} must be an array of objects with Name and Content.`, path);
    } else if (member.type === 'objects') {
      if (!isObjects(value)) return problemAnswer('invalid-field', `${member.name} must be an array of objects.`, path);
    } else if (member.type === 'integer') {
      const { name, bounds: [least, most] = WHOLE_NUMBERS } = member;
      const isWithin = Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;
      if (!isWithin) return problemAnswer('invalid-field', `${name} must be a whole number from ${least} to ${most}.`, path);
    } else if (member.type === 'flag') {
      if (typeof value !== 'boolean') return problemAnswer('invalid-field', `${member.name} must be true or false.`, path);
    } else if (typeof value !== 'string') return problemAnswer('invalid-field', `${member.name} must be a string.`, path);
  }
  for (const [index, member] of members.entries()) {
    const value = values[index];
    if (member.type !== 'guid' || typeof value !== 'string' || isBlank(value) || isGuid(value)) continue;
    return problemAnswer('invalid-field', `${member.name} must be a GUID.`, path);
  }
  return undefined;
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isObjects(value: unknown): value is readonly object[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null && !Array.isArray(item));
}

function isResources(value: unknown): value is readonly RequestResource[] {
  return Array.isArray(value) && value.every((item) => isTexts([item?.Name, item?.Content]));
}

/** Returns the error answer for the first required member that is missing, null, blank, empty or the nil GUID. */
function missingRefusal(members: readonly Member[], values: readonly unknown[]): Answer | undefined {
  for (const [index, member] of members.entries()) {
    if (member.refusal === undefined) continue;
    const value = values[index];
    if (value === undefined || isEmpty(value) || (member.type === 'guid' && value === NIL_GUID)) {
      return errorAnswer('missing-field', member.refusal);
    }
  }
  return undefined;
}

/** Returns undefined if absent or blank. */
function textOf(members: readonly Member[], values: readonly unknown[], name: string): string | undefined {
  const index = members.findIndex((member) => member.name === name);
  const value = values[index];
  return typeof value === 'string' && !isBlank(value) ? value : undefined;
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'string' ? isBlank(value) : Object.keys(value as object).length === 0;
}

/** Business id, variables, then texts that cannot be stored, except XML and resources. `found`: spelling of each member in the body. */
function contentRefusal(
  members: readonly Member[],
  values: readonly unknown[],
  found: readonly (string | undefined)[],
  bodyText: string,
  path: string,
): Answer | undefined {
  let detail: string | undefined;
  for (const [index, member] of members.entries()) {
    if (member.type === 'businessId' && values[index] !== undefined) detail ??= businessIdFault(values[index] as string);
  }
  for (const [index, member] of members.entries()) {
    if (member.type === 'variables' && values[index] !== undefined) {
      detail ??= variablesFault(values[index] as RequestVariables, found[index] ?? member.name, bodyText);
    }
  }
  // in valid JSON and UTF-8, such characters are escapes
  if (detail === undefined && bodyText.includes('\\u')) {
    const bad = members.find(
      (member, index) => member.type !== 'xml' && member.type !== 'resources' && holdsUnstorableText(values[index]),
    );
    if (bad !== undefined) detail = `${bad.name} contains a character that cannot be stored.`;
  }
  return detail === undefined ? undefined : problemAnswer('invalid-field', detail, path);
}

/** Default if the member is absent; GUID in lower case; undefined for a blank text or GUID. */
function memberValue(member: Member, value: unknown): unknown {
  switch (member.type) {
    case 'variables':
      return value ?? NO_VARIABLES;
    case 'texts':
    case 'resources':
    case 'objects':
      return value ?? NO_TEXTS;
    case 'guid':
    case 'text':
      if (value === undefined || isBlank(value as string)) return undefined;
      return member.type === 'guid' ? (value as string).toLowerCase() : value;
    case 'businessId':
    case 'xml':
    case 'integer':
    case 'flag':
      return value;
  }
}
