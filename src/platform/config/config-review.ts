import { likelyName } from '../likely-name.ts';
import type { Setting } from './config-keys.ts';
import { ConfigError, type ConfigSource, SECRET_FILE_SUFFIX } from './config-source.ts';
import { SETTINGS, WITHOUT_EFFECT } from './config-table.ts';
import { settingsOfWebhook, webhookNames } from './config-webhooks.ts';

/** A set key that has no effect. */
export interface IdleKey {
  /** documented spelling when there is one, else as it was found, in lower case */
  readonly key: string;
  /** a sentence's predicate: `is not a setting of Sluice; did you mean …?` */
  readonly reason: string;
}

const ALL: readonly Setting<unknown>[] = Object.values(SETTINGS);
/** Keys that something reads. */
interface KnownKeys {
  readonly keys: readonly string[];
  /** of lists, in lower case */
  readonly lists: ReadonlySet<string>;
}

const KNOWN = knownKeys([]);
const SECTIONS = new Set(
  [...KNOWN.keys, 'Webhooks:'].filter((key) => key.includes(':')).map((key) => sectionOf(key.toLowerCase())),
);

function knownKeys(ofWebhooks: readonly Setting<unknown>[]): KnownKeys {
  const all = [...ALL, ...ofWebhooks];
  const secretFiles = all.filter(({ isSecret }) => isSecret).map(({ key }) => key + SECRET_FILE_SUFFIX);
  return {
    keys: [...all.map(({ key }) => key), ...secretFiles],
    lists: new Set(all.filter(({ isList }) => isList).map(({ key }) => key.toLowerCase())),
  };
}

/**
 * Keys that are set without effect: unknown ones in our sections, any unknown ones in the configuration file, and those that
 * this version does not need. The environment may hold variables of other programs.
 */
export function findIdleKeys(source: ConfigSource): readonly IdleKey[] {
  const ours = source.keys('environment').filter((key) => key.includes(':') && SECTIONS.has(sectionOf(key)));
  const keys = [...new Set([...ours, ...source.keys('file')])].sort();
  const known = knownKeys(webhookNames(source).flatMap(settingsOfWebhook));
  return keys.flatMap((key) => idleKey(key, known) ?? []);
}

/** Every value that cannot be used, not only the first. */
export function findUnusableValues(source: ConfigSource): readonly ConfigError[] {
  return [...ALL, ...webhookNames(source).flatMap(settingsOfWebhook), ...WITHOUT_EFFECT].flatMap((setting) => {
    try {
      source.read(setting);
      return [];
    } catch (error) {
      if (error instanceof ConfigError) return [error];
      throw error;
    }
  });
}

function idleKey(key: string, { keys, lists }: KnownKeys): IdleKey | undefined {
  const idle = WITHOUT_EFFECT.find((setting) => setting.key.toLowerCase() === key);
  if (idle !== undefined) return { key: idle.key, reason: idle.reason };
  const withoutIndex = key.replace(/:\d+$/, '');
  if (keys.some((known) => known.toLowerCase() === key) || lists.has(withoutIndex)) return undefined;
  const likely = likelyName(key, keys);
  return { key, reason: `is not a setting of Sluice${likely === undefined ? '' : `; did you mean ${likely}?`}` };
}

function sectionOf(key: string): string {
  return key.slice(0, key.indexOf(':'));
}
