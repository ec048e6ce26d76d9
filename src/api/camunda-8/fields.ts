import type { Answer } from '../../platform/answer.ts';
import { holdsUnstorableText, storableTime } from '../../requests/request-texts.ts';
import type { RequestVariables } from '../body/members.ts';
import { variablesFault } from '../body/variables.ts';
import type { Camunda8Call } from './endpoint.ts';
import { invalid } from './problems.ts';

/** Sluice has no tenants. */
export const DEFAULT_TENANT = '<default>';

/**
 * Reads fields one by one and keeps the first fault. Absent, null and faulty fields are undefined or empty. Read `refusal` last: it also refuses a
 * field that was not read, because ignoring it could change the result.
 */
export class BodyFields {
  readonly #call: Pick<Camunda8Call, 'path'>;
  readonly #members: Readonly<Record<string, unknown>>;
  readonly #text: string;
  readonly #read = new Set<string>();
  readonly #at: string;
  readonly #inners: BodyFields[] = [];
  #fault: string | undefined;

  constructor(call: Pick<Camunda8Call, 'path' | 'body'>, members = call.body.members, at = '') {
    this.#call = call;
    this.#members = members;
    this.#text = call.body.text;
    this.#at = at;
    if (this.#text.includes('\\u') && holdsUnstorableText(members))
      this.fail('The body contains a character that cannot be stored.');
  }

  /** The first fault counts. */
  fail(fault: string): void {
    this.#fault ??= fault;
  }

  text(name: string): string | undefined {
    const value = this.#take(name);
    if (value === undefined || typeof value === 'string') return value || undefined;
    this.fail(`The field '${this.#at}${name}' must be a string.`);
    return undefined;
  }

  /** Empty only with a fault. */
  requiredText(name: string): string {
    const value = this.text(name);
    if (value === undefined || value.trim() === '') this.fail(`No ${this.#at}${name} provided.`);
    return value ?? '';
  }

  /** Digits, as text or number. */
  key(name: string): string | undefined {
    const value = this.#take(name);
    if (value === undefined) return undefined;
    if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
    if (typeof value === 'string' && /^-?\d+$/.test(value)) return value;
    this.fail(`The field '${this.#at}${name}' must be a key of digits.`);
    return undefined;
  }

  /** A whole number, possibly as text: some clients send 64-bit numbers so. */
  whole(name: string, least: number, most = Number.MAX_SAFE_INTEGER): number | undefined {
    const given = this.#take(name);
    if (given === undefined) return undefined;
    const value = typeof given === 'string' && /^-?\d+$/.test(given) ? Number(given) : given;
    if (Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most) return value as number;
    this.fail(`The field '${this.#at}${name}' must be a whole number from ${least} to ${most}.`);
    return undefined;
  }

  /** Ms since epoch. */
  time(name: string): number | undefined {
    const text = this.text(name);
    const time = text === undefined ? undefined : storableTime(text);
    if (text !== undefined && time === undefined)
      this.fail(`The field '${this.#at}${name}' must be a date such as 2026-12-31T12:00:00Z.`);
    return time?.getTime();
  }

  flag(name: string): boolean | undefined {
    const value = this.#take(name);
    if (value === undefined || typeof value === 'boolean') return value;
    this.fail(`The field '${this.#at}${name}' must be true or false.`);
    return undefined;
  }

  texts(name: string): readonly string[] {
    const value = this.#take(name);
    if (value === undefined) return [];
    if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
    this.fail(`The field '${this.#at}${name}' must be a list of strings.`);
    return [];
  }

  variables(name = 'variables'): RequestVariables {
    const value = this.#take(name);
    if (value === undefined) return {};
    if (typeof value !== 'object' || Array.isArray(value)) {
      this.fail(`The field '${this.#at}${name}' must be an object.`);
      return {};
    }
    const fault = variablesFault(value as object, name, this.#text);
    if (fault !== undefined) this.fail(fault);
    return value as RequestVariables;
  }

  object(name: string): BodyFields | undefined {
    const value = this.#take(name);
    if (value === undefined) return undefined;
    if (typeof value === 'object' && !Array.isArray(value)) return this.#inner(value as Record<string, unknown>, `${name}.`);
    this.fail(`The field '${this.#at}${name}' must be an object.`);
    return undefined;
  }

  objects(name: string): readonly BodyFields[] {
    const value = this.#take(name);
    if (value === undefined) return [];
    if (Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null)) {
      return value.map((item, index) => this.#inner(item as Record<string, unknown>, `${name}[${index}].`));
    }
    this.fail(`The field '${this.#at}${name}' must be a list of objects.`);
    return [];
  }

  /** Returns undefined if absent or null. */
  any(name: string): unknown {
    return this.#take(name);
  }

  /** Names of the fields that are not null. */
  get names(): readonly string[] {
    return Object.keys(this.#members).filter((name) => this.#members[name] !== null && this.#members[name] !== undefined);
  }

  /** Any other than the default tenant is a fault. */
  tenant(): void {
    const tenants = [...this.texts('tenantIds'), this.text('tenantId') ?? DEFAULT_TENANT];
    const other = tenants.find((tenant) => tenant !== DEFAULT_TENANT);
    if (other !== undefined) this.fail(`Expected the tenant '${DEFAULT_TENANT}', but got '${other}': Sluice has no tenants.`);
  }

  /** Accepts any value. */
  ignore(...names: readonly string[]): void {
    for (const name of names) this.#read.add(name);
  }

  /** Error answer for a faulty field, or one that was not read and is neither empty nor false. */
  get refusal(): Answer | undefined {
    const fault = this.#firstFault();
    return fault === undefined ? undefined : invalid(fault, this.#call.path);
  }

  #firstFault(): string | undefined {
    const unread = this.names.find((name) => !this.#read.has(name) && !isEmpty(this.#members[name]));
    if (unread !== undefined) this.fail(`The field '${this.#at}${unread}' is not supported by Sluice.`);
    for (const inner of this.#inners) this.#fault ??= inner.#firstFault();
    return this.#fault;
  }

  #inner(members: Record<string, unknown>, at: string): BodyFields {
    const inner = new BodyFields({ path: this.#call.path, body: { members, text: this.#text } }, members, this.#at + at);
    this.#inners.push(inner);
    return inner;
  }

  #take(name: string): unknown {
    this.#read.add(name);
    const value = Object.hasOwn(this.#members, name) ? this.#members[name] : undefined;
    return value === null ? undefined : value;
  }
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === '' || value === false;
}

/** Time to wait, at most 10 minutes. Absent and 0: default; negative: no wait. */
export function waitMsOf(requestTimeout: number | undefined): number {
  if (requestTimeout === undefined || requestTimeout === 0) return DEFAULT_WAIT_MS;
  return Math.min(Math.max(0, requestTimeout), MAX_WAIT_MS);
}

const DEFAULT_WAIT_MS = 10_000;
const MAX_WAIT_MS = 600_000;
