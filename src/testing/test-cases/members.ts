import type { JsonValue, Values } from '../api.ts';

/** Invalid, or cannot be read. The message begins with the place. */
export class UnreadableTest extends Error {
  override readonly name = 'UnreadableTest';
}

type Kind = 'text' | 'flag' | 'count' | 'counts' | 'number' | 'texts' | 'object' | 'list';

const WORDS: Readonly<Record<Kind, string>> = {
  text: 'a text',
  flag: 'true or false',
  count: 'a whole number of at least 1',
  counts: 'a list of whole numbers of at least 1',
  number: 'a number',
  texts: 'a list of texts',
  object: 'an object',
  list: 'a list',
};

const FITS: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  flag: (value) => typeof value === 'boolean',
  count: (value) => Number.isInteger(value) && (value as number) >= 1,
  counts: (value) => Array.isArray(value) && value.every((item) => FITS.count(item)),
  number: (value) => typeof value === 'number',
  texts: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  list: (value) => Array.isArray(value),
};

/**
 * Members of an object of a test file. Each method with the name of a member marks it as known, and throws {@link UnreadableTest} for another type.
 * `end` throws for members that are not known.
 */
export class TestMembers {
  readonly place: string;
  private readonly given: Readonly<Record<string, unknown>>;
  private readonly asked = new Set<string>();

  constructor(given: unknown, place: string) {
    if (!FITS.object(given)) throw new UnreadableTest(`${place} has to be an object`);
    this.given = given as Readonly<Record<string, unknown>>;
    this.place = place;
  }

  text(name: string): string {
    return this.required(name, 'text') as string;
  }

  textOr<Default>(name: string, other: Default): string | Default {
    return (this.optional(name, 'text') as string | undefined) ?? other;
  }

  oneOf<Word extends string>(name: string, words: readonly Word[]): Word {
    const word = this.text(name);
    return this.among(name, word, words);
  }

  oneOfOr<Word extends string>(name: string, words: readonly Word[]): Word | undefined {
    const word = this.textOr(name, undefined);
    return word === undefined ? undefined : this.among(name, word, words);
  }

  flagOr(name: string, other: boolean): boolean {
    return (this.optional(name, 'flag') as boolean | undefined) ?? other;
  }

  flag(name: string): boolean | undefined {
    return this.optional(name, 'flag') as boolean | undefined;
  }

  countOr(name: string, other: number): number {
    return (this.optional(name, 'count') as number | undefined) ?? other;
  }

  textsOr<Default>(name: string, other: Default): readonly string[] | Default {
    return (this.optional(name, 'texts') as readonly string[] | undefined) ?? other;
  }

  values(name: string): Values {
    return (this.optional(name, 'object') as Values | undefined) ?? {};
  }

  object(name: string): TestMembers {
    return new TestMembers(this.required(name, 'object'), `${this.place}, ${name}`);
  }

  objectOr(name: string): TestMembers | undefined {
    const given = this.optional(name, 'object');
    return given === undefined ? undefined : new TestMembers(given, `${this.place}, ${name}`);
  }

  objects(name: string): TestMembers[] {
    return (this.required(name, 'list') as unknown[]).map(
      (item, at) => new TestMembers(item, `${this.place}, ${name} ${at + 1}`),
    );
  }

  count(name: string): number | undefined {
    return this.optional(name, 'count') as number | undefined;
  }

  number(name: string): number | undefined {
    return this.optional(name, 'number') as number | undefined;
  }

  /** Numbers from 1, such as rule numbers; empty if absent. */
  counts(name: string): readonly number[] {
    return (this.optional(name, 'counts') as readonly number[] | undefined) ?? [];
  }

  /** Reads a value of any kind. */
  value(name: string): JsonValue | undefined {
    return this.own(name) as JsonValue | undefined;
  }

  get raw(): unknown {
    return this.given;
  }

  /** Does not mark the member as known. */
  hasOwn(name: string): boolean {
    return Object.hasOwn(this.given, name);
  }

  /** Marks members without effect here as known. */
  ignore(...names: readonly string[]): this {
    for (const name of names) this.asked.add(name);
    return this;
  }

  /** Throws if an unsupported member has an effect: accepts only false and empty objects or lists. */
  refuse(name: string, why: string): this {
    const given = this.own(name);
    const isNeutral =
      given === undefined || given === false || (typeof given === 'object' && given !== null && Object.keys(given).length === 0);
    if (!isNeutral) throw new UnreadableTest(`${this.place}: '${name}' is not supported: ${why}`);
    return this;
  }

  /** Rejects unread members. */
  end(): void {
    const unknown = Object.keys(this.given).find((name) => !this.asked.has(name));
    if (unknown !== undefined)
      throw new UnreadableTest(`${this.place}: unknown member '${unknown}'; known: ${[...this.asked].join(', ')}`);
  }

  private among<Word extends string>(name: string, word: string, words: readonly Word[]): Word {
    const found = words.find((one) => one === word);
    if (found === undefined) throw new UnreadableTest(`${this.place}: ${name} '${word}' is none of ${words.join(', ')}`);
    return found;
  }

  private required(name: string, kind: Kind): unknown {
    const value = this.optional(name, kind);
    if (value === undefined) throw new UnreadableTest(`${this.place}: '${name}' is missing`);
    return value;
  }

  private optional(name: string, kind: Kind): unknown {
    const value = this.own(name);
    if (value !== undefined && !FITS[kind](value)) throw new UnreadableTest(`${this.place}: '${name}' has to be ${WORDS[kind]}`);
    return value;
  }

  private own(name: string): unknown {
    this.asked.add(name);
    return Object.hasOwn(this.given, name) ? this.given[name] : undefined;
  }
}
