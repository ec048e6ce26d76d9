import type { ConfigSource } from './config-source.ts';
import { ConfigError, SECRET_FILE_SUFFIX } from './config-source.ts';
import { SETTINGS, type Setting, WITHOUT_EFFECT } from './config-table.ts';
import { likelyName } from './likely-name.ts';

/** A key that somebody set although nothing reads it. */
export interface IdleKey {
  /** documented spelling when there is one, else as it was found, in lower case */
  readonly key: string;
  /** a sentence's predicate: `is not a setting of Sluice; did you mean …?` */
  readonly reason: string;
}

const ALL: readonly Setting<unknown>[] = Object.values(SETTINGS);
const SECRET_FILES = ALL.filter(({ isSecret }) => isSecret).map(({ key }) => key + SECRET_FILE_SUFFIX);
const KNOWN = [...ALL.map(({ key }) => key), ...SECRET_FILES];
const LISTS = new Set(ALL.filter((setting) => setting.isList).map(({ key }) => key.toLowerCase()));
const SECTIONS = new Set(KNOWN.filter((key) => key.includes(':')).map((key) => sectionOf(key.toLowerCase())));

/**
 * Keys that were set and have no effect: unknown ones below a section of ours, unknown ones anywhere in the configuration file (the whole
 * file is ours, the environment is not), and those that this version does not need.
 */
export function findIdleKeys(source: ConfigSource): readonly IdleKey[] {
  const ours = source.keys('environment').filter((key) => key.includes(':') && SECTIONS.has(sectionOf(key)));
  const keys = [...new Set([...ours, ...source.keys('file')])].sort();
  return keys.flatMap((key) => idleKey(key) ?? []);
}

/** Every value that cannot be used, not only the first. */
export function findUnusableValues(source: ConfigSource): readonly ConfigError[] {
  return [...ALL, ...WITHOUT_EFFECT].flatMap((setting) => {
    try {
      source.read(setting);
      return [];
    } catch (error) {
      if (error instanceof ConfigError) return [error];
      throw error;
    }
  });
}

function idleKey(key: string): IdleKey | undefined {
  const idle = WITHOUT_EFFECT.find((setting) => setting.key.toLowerCase() === key);
  if (idle !== undefined) return { key: idle.key, reason: idle.reason };
  const withoutIndex = key.replace(/:\d+$/, '');
  if (KNOWN.some((known) => known.toLowerCase() === key) || LISTS.has(withoutIndex)) return undefined;
  const likely = likelyName(key, KNOWN);
  return { key, reason: `is not a setting of Sluice${likely === undefined ? '' : `; did you mean ${likely}?`}` };
}

function sectionOf(key: string): string {
  return key.slice(0, key.indexOf(':'));
}
