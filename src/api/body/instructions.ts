import type { CommandOf } from '../../messages/commands.ts';
import type { ModifyInstruction } from '../../messages/instance-changes.ts';
import { isGuid } from '../../platform/ids.ts';
import { accepted, isBlank, type ParsedText, refused, repeated } from '../../requests/request-texts.ts';
import type { JsonBody } from './parse-json.ts';
import { variablesFault } from './variables.ts';

const MOST_INSTRUCTIONS = 1000;
const KINDS = ['cancel', 'startBefore', 'startAfter'] as const;
const MEMBERS: Readonly<Record<(typeof KINDS)[number], readonly string[]>> = {
  cancel: ['entry', 'element'],
  startBefore: ['element', 'scope', 'variables'],
  startAfter: ['element', 'scope'],
};

/** An error names index and member of the first invalid instruction (docs/contributing/spec/http/instances.md#instructions). */
export function readInstructions(given: readonly object[], body: JsonBody): ParsedText<readonly ModifyInstruction[]> {
  if (given.length > MOST_INSTRUCTIONS) return refused(`instructions must have at most ${MOST_INSTRUCTIONS} items.`);
  const instructions: ModifyInstruction[] = [];
  for (const [index, item] of given.entries()) {
    const read = readOne(item as Item, `instructions[${index}]`, body);
    if (!read.ok) return read;
    instructions.push(read.value);
  }
  return accepted(instructions);
}

type Item = Readonly<Record<string, unknown>>;

function readOne(item: Item, place: string, body: JsonBody): ParsedText<ModifyInstruction> {
  const [kind, ...others] = Object.keys(item).filter((name) => item[name] !== null);
  if (others.length > 0 || !isKind(kind)) return refused(`${place} must have exactly one of ${KINDS.join(', ')}.`);
  const at = `${place}.${kind}`;
  const members = item[kind];
  if (typeof members !== 'object' || members === null || Array.isArray(members)) return refused(`${at} must be an object.`);
  const stranger = Object.keys(members).find((name) => !MEMBERS[kind].includes(name));
  if (stranger !== undefined) return refused(`${at} has no member '${repeated(stranger)}'.`);
  return kind === 'cancel' ? readCancel(members as Item, at) : readStart(members as Item, kind, at, body);
}

function isKind(name: string | undefined): name is (typeof KINDS)[number] {
  return (KINDS as readonly (string | undefined)[]).includes(name);
}

function readCancel(members: Item, at: string): ParsedText<ModifyInstruction> {
  const entry = readText(members, 'entry', at);
  const element = readText(members, 'element', at);
  if (!entry.ok) return entry;
  if (!element.ok) return element;
  if (element.value !== null && entry.value === null) return accepted({ kind: 'cancelElement', element: element.value });
  if (entry.value === null || element.value !== null) return refused(`${at} must have exactly one of entry, element.`);
  if (!isGuid(entry.value)) return refused(`${at}.entry must be a GUID.`);
  return accepted({ kind: 'cancelEntry', entry: entry.value.toLowerCase() });
}

function readStart(members: Item, kind: 'startBefore' | 'startAfter', at: string, body: JsonBody): ParsedText<ModifyInstruction> {
  const element = readText(members, 'element', at);
  const scope = readText(members, 'scope', at);
  if (!element.ok) return element;
  if (!scope.ok) return scope;
  if (element.value === null) return refused(`${at}.element is required.`);
  if (scope.value !== null && !isGuid(scope.value)) return refused(`${at}.scope must be a GUID.`);
  const variables = readVariables(members, at, body);
  if (!variables.ok) return variables;
  const start = { kind, element: element.value, scope: scope.value?.toLowerCase() ?? null };
  return accepted(variables.value === null ? start : { ...start, variables: variables.value });
}

function readText(members: Item, name: string, at: string): ParsedText<string | null> {
  const value = Object.hasOwn(members, name) ? members[name] : null;
  if (value === null) return accepted(null);
  if (typeof value !== 'string') return refused(`${at}.${name} must be a string.`);
  return accepted(isBlank(value) ? null : value);
}

type StartVariables = NonNullable<Extract<ModifyInstruction, { kind: 'startBefore' | 'startAfter' }>['variables']>;

function readVariables(members: Item, at: string, body: JsonBody): ParsedText<StartVariables | null> {
  const value = Object.hasOwn(members, 'variables') ? members['variables'] : null;
  if (value === null) return accepted(null);
  if (typeof value !== 'object' || Array.isArray(value)) return refused(`${at}.variables must be an object.`);
  const member = Object.keys(body.members).find((name) => name.toLowerCase() === 'instructions') ?? 'instructions';
  const fault = variablesFault(value as object, member, body.text);
  return fault === undefined ? accepted(value as StartVariables) : refused(`${at}: ${fault}`);
}

type Order = CommandOf<'MigrateInstance'>['plan'];
type Pair = Order['pairs'][number];

const MOST_PAIRS = 10_000;

/** Unchecked members of a migration. */
interface Given {
  readonly Plan?: readonly object[] | undefined;
  readonly Timers?: string | undefined;
  readonly Subscriptions?: string | undefined;
}

/** An error names the invalid member (docs/contributing/spec/moving-to-a-version.md#request). */
export function readMigrationOrder({ Plan = [], Timers, Subscriptions }: Given): ParsedText<Order> {
  if (Plan.length > MOST_PAIRS) return refused(`Plan must have at most ${MOST_PAIRS} items.`);
  const pairs: Pair[] = [];
  for (const [index, item] of Plan.entries()) {
    const pair = readPair(item as Readonly<Record<string, unknown>>, `Plan[${index}]`);
    if (!pair.ok) return pair;
    pairs.push(pair.value);
  }
  const timers = readChoice('Timers', Timers);
  if (!timers.ok) return timers;
  const subscriptions = readChoice('Subscriptions', Subscriptions);
  if (!subscriptions.ok) return subscriptions;
  return accepted({ pairs, timers: timers.value, subscriptions: subscriptions.value });
}

function readPair(item: Readonly<Record<string, unknown>>, at: string): ParsedText<Pair> {
  const stranger = Object.keys(item).find((name) => name !== 'from' && name !== 'to');
  if (stranger !== undefined) return refused(`${at} has no member '${repeated(stranger)}'.`);
  const [from, to] = [item['from'], item['to']];
  if (typeof from !== 'string' || isBlank(from)) return refused(`${at}.from must be a string that is not blank.`);
  if (typeof to !== 'string' || isBlank(to)) return refused(`${at}.to must be a string that is not blank.`);
  return accepted({ from, to });
}

function readChoice(name: string, given: string | undefined): ParsedText<Order['timers']> {
  if (given === undefined || given === 'keep') return accepted('keep');
  return given === 'renew' ? accepted('renew') : refused(`${name} must be keep or renew.`);
}
