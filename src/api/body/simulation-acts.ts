import { accepted, isBlank, type ParsedText, refused, repeated } from '../../requests/request-texts.ts';
import type { SimulationAct } from '../../simulation/protocol.ts';
import { ACTS } from '../schemas/simulation.ts';
import type { JsonBody } from './parse-json.ts';
import { variablesFault } from './variables.ts';

/** Maximum number of actions. */
const MOST = 200;
const MAX_INDEX = 100_000;

type Kind = (typeof ACTS)[number];
type Item = Readonly<Record<string, unknown>>;

/** Allowed members by kind of action, without its name. */
const MEMBERS: Readonly<Record<Kind, readonly string[]>> = {
  start: ['ProcessDefinitionKey', 'Element', 'Variables'],
  complete: ['Element', 'Index', 'Variables'],
  fail: ['Element', 'Index', 'ErrorCode', 'ErrorMessage'],
  retry: ['Element', 'Index'],
  deliver: ['Element', 'Index', 'Variables'],
  fire: ['Element', 'Index'],
  set: ['Index', 'Variables'],
};

/** An error names index and member of the first invalid action (docs/contributing/spec/http/definitions.md#simulation-acts). */
export function readActs(given: readonly object[], body: JsonBody): ParsedText<readonly SimulationAct[]> {
  if (given.length > MOST) return refused(`Acts must have at most ${MOST} items.`);
  const acts: SimulationAct[] = [];
  for (const [index, item] of given.entries()) {
    const read = readOne(item as Item, `Acts[${index}]`, body);
    if (!read.ok) return read;
    acts.push(read.value);
  }
  return accepted(acts);
}

function readOne(item: Item, at: string, body: JsonBody): ParsedText<SimulationAct> {
  const kind = ACTS.find((one) => one === item['Act']);
  if (kind === undefined) return refused(`${at}.Act must be one of ${ACTS.join(', ')}.`);
  const stranger = Object.keys(item).find((name) => name !== 'Act' && item[name] !== null && !MEMBERS[kind].includes(name));
  if (stranger !== undefined) return refused(`${at}: '${kind}' has no member '${repeated(stranger)}'.`);
  const texts = readTexts(item, at);
  if (!texts.ok) return texts;
  const index = readIndex(item, at);
  if (!index.ok) return index;
  const variables = readVariables(item, at, body);
  if (!variables.ok) return variables;
  const { ProcessDefinitionKey, Element, ErrorCode = '500', ErrorMessage = ErrorCode } = texts.value;
  if (kind === 'start') {
    const which = {
      ...(ProcessDefinitionKey !== undefined && { key: ProcessDefinitionKey }),
      ...(Element !== undefined && { element: Element }),
    };
    return accepted({ kind, ...which, variables: variables.value });
  }
  if (kind === 'set') return accepted({ kind, index: index.value, variables: variables.value });
  if (Element === undefined) return refused(`${at}.Element is required.`);
  const place = { element: Element, index: index.value };
  if (kind === 'fail') return accepted({ kind, ...place, code: ErrorCode, message: ErrorMessage });
  return accepted(kind === 'retry' || kind === 'fire' ? { kind, ...place } : { kind, ...place, variables: variables.value });
}

const TEXTS = ['ProcessDefinitionKey', 'Element', 'ErrorCode', 'ErrorMessage'] as const;
type Texts = Partial<Record<(typeof TEXTS)[number], string>>;

function readTexts(item: Item, at: string): ParsedText<Texts> {
  const texts: Texts = {};
  for (const name of TEXTS) {
    const value = own(item, name);
    if (value !== null && typeof value !== 'string') return refused(`${at}.${name} must be a string.`);
    if (value !== null && !isBlank(value)) texts[name] = value;
  }
  return accepted(texts);
}

function readIndex(item: Item, at: string): ParsedText<number> {
  const value = own(item, 'Index') ?? 0;
  const isWithin = Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= MAX_INDEX;
  return isWithin ? accepted(value as number) : refused(`${at}.Index must be a whole number from 0 to ${MAX_INDEX}.`);
}

function readVariables(item: Item, at: string, body: JsonBody): ParsedText<Readonly<Record<string, unknown>>> {
  const value = own(item, 'Variables') ?? {};
  if (typeof value !== 'object' || Array.isArray(value)) return refused(`${at}.Variables must be an object.`);
  const member = Object.keys(body.members).find((name) => name.toLowerCase() === 'acts') ?? 'Acts';
  const fault = variablesFault(value, member, body.text);
  return fault === undefined ? accepted(value as Item) : refused(`${at}: ${fault}`);
}

function own(item: Item, name: string): unknown {
  return Object.hasOwn(item, name) ? item[name] : null;
}
