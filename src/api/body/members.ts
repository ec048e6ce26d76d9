import type { CommandOf } from '../../messages/commands.ts';
import { isGuid } from '../../platform/ids.ts';
import { businessIdFault, isBlank } from '../../queries/business-id.ts';
import { type Answer, errorAnswer, problemAnswer } from '../answer.ts';
import type { JsonBody } from './parse-json.ts';
import { holdsUnstorableText } from './unstorable-text.ts';
import { variablesFault } from './variables.ts';

/** Variables as a command carries them. */
export type RequestVariables = CommandOf<'StartInstance'>['variables'];

/**
 * One member of a request table of contract 2. `required`: the text of the refusal when it is missing, null or blank, or an object without
 * members. text: a string, blank counts as absent. xml: a string that row 9e does not look at. guid: in lower case when read; the all-zero one
 * counts as absent. businessId: contract 5. variables: contract 1.5, absent means none. texts: an array of strings, absent means none.
 * integer: a JSON number without fraction from `least` to `most`. flag: `true` or `false`.
 */
export type MemberRule =
  | {
      readonly type: 'text' | 'xml' | 'guid' | 'businessId' | 'variables' | 'texts' | 'flag';
      readonly required?: string;
    }
  | { readonly type: 'integer'; readonly least: number; readonly most: number; readonly required?: undefined };

/** The request table of an endpoint, members in documented spelling and order. */
export type MemberTable = Readonly<Record<string, MemberRule>>;

type TextOf<R extends MemberRule> = R extends { readonly required: string } ? string : string | undefined;
type ValueOf<R extends MemberRule> = R['type'] extends 'variables'
  ? RequestVariables
  : R['type'] extends 'texts'
    ? readonly string[]
    : R['type'] extends 'integer'
      ? number | undefined
      : R['type'] extends 'flag'
        ? boolean | undefined
        : TextOf<R>;

/** The members of a request that passed rows 7b to 9e of contract 1.6. */
export type Members<T extends MemberTable> = { readonly [Name in keyof T]: ValueOf<T[Name]> };

/** The members, or the answer that refuses them. */
export type MembersOutcome<T extends MemberTable> =
  | { readonly ok: true; readonly members: Members<T> }
  | { readonly ok: false; readonly answer: Answer };

/** Reads the members of one endpoint: rows 7b to 9e of contract 1.6, row by row over all members in the order of the table. */
export type MemberReader<T extends MemberTable> = (body: JsonBody, path: string) => MembersOutcome<T>;

type Member = MemberRule & {
  readonly name: string;
  readonly lowerName: string;
};

const NIL_GUID = '00000000-0000-0000-0000-000000000000';
const NO_VARIABLES: RequestVariables = Object.freeze({});
const NO_TEXTS: readonly string[] = [];

/** Prepares the reader of a request table once, at start-up. */
export function createMemberReader<const T extends MemberTable>(table: T): MemberReader<T> {
  const members: readonly Member[] = Object.entries(table).map(([name, rule]) => ({
    name,
    lowerName: name.toLowerCase(),
    ...rule,
  }));
  return (body, path) => {
    const found = members.map((member) => spellingOf(body.members, member));
    const values = found.map((spelling) => (spelling === undefined ? undefined : body.members[spelling]));
    const answer =
      typeRefusal(members, values, path) ??
      missingRefusal(members, values) ??
      contentRefusal(members, values, found, body.text, path);
    if (answer !== undefined) return { ok: false, answer };
    const read: Record<string, unknown> = {};
    for (const [index, member] of members.entries()) read[member.name] = memberValue(member, values[index]);
    return { ok: true, members: read as Members<T> };
  };
}

/** The spelling under which a member was sent; null counts as not sent. The documented spelling wins, else the first one (contract 1.3). */
function spellingOf(body: JsonBody['members'], member: Member): string | undefined {
  if (Object.hasOwn(body, member.name) && body[member.name] !== null) return member.name;
  for (const name of Object.keys(body)) {
    if (name.length === member.name.length && name.toLowerCase() === member.lowerName && body[name] !== null) return name;
  }
  return undefined;
}

/** Rows 7b, then 7c. */
function typeRefusal(members: readonly Member[], values: readonly unknown[], path: string): Answer | undefined {
  for (const [index, member] of members.entries()) {
    const value = values[index];
    if (value === undefined) continue;
    if (member.type === 'variables') {
      if (typeof value !== 'object' || Array.isArray(value)) return problemAnswer(400, `${member.name} must be an object.`, path);
    } else if (member.type === 'texts') {
      if (!isTexts(value)) return problemAnswer(400, `${member.name} must be an array of strings.`, path);
    } else if (member.type === 'integer') {
      const { name, least, most } = member;
      const isWithin = Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;
      if (!isWithin) return problemAnswer(400, `${name} must be a whole number from ${least} to ${most}.`, path);
    } else if (member.type === 'flag') {
      if (typeof value !== 'boolean') return problemAnswer(400, `${member.name} must be true or false.`, path);
    } else if (typeof value !== 'string') return problemAnswer(400, `${member.name} must be a string.`, path);
  }
  for (const [index, member] of members.entries()) {
    const value = values[index];
    if (member.type !== 'guid' || typeof value !== 'string' || isBlank(value) || isGuid(value)) continue;
    return problemAnswer(400, `${member.name} must be a GUID.`, path);
  }
  return undefined;
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** Row 8. */
function missingRefusal(members: readonly Member[], values: readonly unknown[]): Answer | undefined {
  for (const [index, member] of members.entries()) {
    if (member.required === undefined) continue;
    const value = values[index];
    if (value === undefined || isEmpty(value) || (member.type === 'guid' && value === NIL_GUID)) {
      return errorAnswer(400, member.required);
    }
  }
  return undefined;
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'string' ? isBlank(value) : Object.keys(value as object).length === 0;
}

/** Rows 9a, then 9b to 9e. `found`: the spelling of each member in the body. */
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
  // only an escape can bring such a character into valid JSON in valid UTF-8
  if (detail === undefined && bodyText.includes('\\u')) {
    const bad = members.find((member, index) => member.type !== 'xml' && holdsUnstorableText(values[index]));
    if (bad !== undefined) detail = `${bad.name} contains a character that cannot be stored.`;
  }
  return detail === undefined ? undefined : problemAnswer(400, detail, path);
}

function memberValue(member: Member, value: unknown): unknown {
  switch (member.type) {
    case 'variables':
      return value ?? NO_VARIABLES;
    case 'texts':
      return value ?? NO_TEXTS;
    case 'guid':
      return (value as string | undefined)?.toLowerCase();
    case 'text':
      return value === undefined || isBlank(value as string) ? undefined : value;
    case 'businessId':
    case 'xml':
    case 'integer':
    case 'flag':
      return value;
  }
}
