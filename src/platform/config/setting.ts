import { z } from 'zod';
import type { SettingType } from './setting-types.ts';

/** Parses the text of one key; undefined: absent. The description is the text of the reference page. */
export type Setting<T = unknown> = z.ZodType<T, string | undefined>;

interface SettingFacts {
  /** `Section:Key` */
  readonly key: string;
  /** the column «Allowed» of the reference page */
  readonly allowed: string;
  /** the value must never be shown */
  readonly isSecret?: true;
  /** one comma-separated text, or one key per entry with an index */
  readonly isList?: true;
  /** the default on the reference page, if it depends on the machine */
  readonly fallback?: string;
  /** formats a value that is not text for operators */
  show?(value: unknown): string;
}

const FACTS = z.registry<SettingFacts>();

type Shown<T> = { readonly show?: (value: T) => string; readonly fallback?: string };

function declared<S extends Setting>(setting: S, type: SettingType<unknown>, facts: Omit<SettingFacts, 'allowed'>): S {
  FACTS.add(setting, { ...facts, allowed: type.description ?? '' });
  return setting;
}

export function setting<T extends string | number | boolean>(
  key: string,
  type: SettingType<T>,
  fallback: NoInfer<T>,
  shown: Shown<T> = {},
) {
  return declared(
    type.default(() => fallback as never),
    type,
    { key, ...shown } as SettingFacts,
  );
}

/** May be absent, or has a default that is determined at start-up. */
export function optional<T>(key: string, type: SettingType<T>, shown: Shown<T | undefined> = {}) {
  return declared(type.optional(), type, { key, ...shown } as SettingFacts);
}

/** The value is never shown. `show`: the part that may be shown; default: nothing. */
export function secret<T>(key: string, type: SettingType<T>, shown: Shown<T | undefined> = {}) {
  return declared(type.optional(), type, { key, ...shown, isSecret: true } as SettingFacts);
}

/** Separated by commas. Ignores white space around an entry, and empty entries. */
export function list<T>(key: string, entry: SettingType<T>, shown: Shown<readonly T[]> = {}) {
  const entries = z.string().transform((value) => value.split(',').flatMap((part) => part.trim() || []));
  const type = entries.pipe(z.array(entry)).default([]);
  return declared(type as Setting<readonly T[]>, entry, { key, ...shown, isList: true } as SettingFacts);
}

/** Throws if the setting was not declared by a function of this file. */
export function factsOf(setting: Setting): SettingFacts {
  const facts = FACTS.get(setting as z.ZodType);
  if (facts === undefined) throw new Error('not a setting');
  return facts;
}

export function keyOf(setting: Setting): string {
  return factsOf(setting).key;
}

/** Section, in the order of the reference page. May be nested. */
export type Section = z.ZodObject<Readonly<Record<string, z.ZodType>>>;

export type ValuesOf<S extends Section> = {
  readonly [K in keyof S['shape']]: S['shape'][K] extends Section ? ValuesOf<S['shape'][K]> : z.output<S['shape'][K]>;
};

/** Includes nested sections. */
export function settingsOf(section: Section): readonly Setting[] {
  return Object.values(section.shape).flatMap((type) => (type instanceof z.ZodObject ? settingsOf(type) : [type as Setting]));
}

/** A copy in whose keys `<name>` is replaced by `name`. */
export function named<S extends Section>(section: S, name: string): S {
  const own = Object.entries(section.shape).map(([member, type]) => {
    const setting = type.clone();
    const facts = factsOf(type as Setting);
    FACTS.add(setting, { ...facts, key: facts.key.replace('<name>', name) });
    return [member, setting];
  });
  return z.object(Object.fromEntries(own)) as Section as S;
}
