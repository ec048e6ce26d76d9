import { likelyName } from '../likely-name.ts';
import {
  API,
  BATCHES,
  DOCS,
  ENGINE,
  FEED,
  MCP,
  PLUGINS,
  PROJECTION,
  REMOTE_WORKERS,
  RETENTION,
  SCRIPTING,
} from './config-engine.ts';
import { KAFKA, settingsOfWebhook, webhookNames } from './config-feed-out.ts';
import { PROCESS, TELEMETRY } from './config-process.ts';
import { SECRETS } from './config-secrets.ts';
import { AUDIT, AUTHENTICATION, AUTHORIZATION, RATE_LIMITING } from './config-security.ts';
import { ConfigError, type ConfigSource, SECRET_FILE_SUFFIX } from './config-source.ts';
import { factsOf, keyOf, type Section, type Setting, setting, settingsOf } from './setting.ts';
import { wholeNumber } from './setting-types.ts';

/** Sections by their heading on the reference page, in the order of `sluice doctor`. */
export const SECTIONS: Readonly<Record<string, Section>> = {
  'Process, database and queue': PROCESS,
  Engine: ENGINE,
  Scripting: SCRIPTING,
  Authentication: AUTHENTICATION,
  Authorization: AUTHORIZATION,
  RateLimiting: RATE_LIMITING,
  Batches: BATCHES,
  Plugins: PLUGINS,
  Secrets: SECRETS,
  RemoteWorkers: REMOTE_WORKERS,
  Api: API,
  Projection: PROJECTION,
  Retention: RETENTION,
  Mcp: MCP,
  Feed: FEED,
  Kafka: KAFKA,
  Audit: AUDIT,
  Docs: DOCS,
  Telemetry: TELEMETRY,
};

/** Settings without those of webhooks. */
export const SETTINGS = Object.values(SECTIONS).flatMap(settingsOf);

/** Known settings. An invalid value still stops the start. `reason`: text after the key in a message. */
export const WITHOUT_EFFECT: readonly { readonly setting: Setting; readonly reason: string }[] = [
  {
    setting: setting('Engine:SnapshotEvery', wholeNumber(1, 1_000_000), 100),
    reason: 'has no effect: when the state of an instance is stored depends on its size',
  },
];

export interface IdleKey {
  /** documented spelling; of an unknown key in lower case */
  readonly key: string;
  /** text after the key in a message: `is not a setting of Sluice; did you mean …?` */
  readonly reason: string;
}

interface KnownKeys {
  readonly keys: readonly string[];
  /** keys of lists, in lower case */
  readonly lists: ReadonlySet<string>;
}

const KNOWN = knownKeys([]);
const SECTION_NAMES = new Set(
  [...KNOWN.keys, 'Webhooks:'].filter((key) => key.includes(':')).map((key) => sectionOf(key.toLowerCase())),
);

function knownKeys(ofWebhooks: readonly Setting[]): KnownKeys {
  const all = [...SETTINGS, ...ofWebhooks].map(factsOf);
  const secretFiles = all.filter(({ isSecret }) => isSecret).map(({ key }) => key + SECRET_FILE_SUFFIX);
  return {
    keys: [...all.map(({ key }) => key), ...secretFiles],
    lists: new Set(all.filter(({ isList }) => isList).map(({ key }) => key.toLowerCase())),
  };
}

/**
 * Settings in WITHOUT_EFFECT, unknown keys in the configuration file, and unknown variables of the environment whose first part is a section of Sluice. Other
 * variables may belong to other programs.
 */
export function findIdleKeys(source: ConfigSource): readonly IdleKey[] {
  const ours = source.keys('environment').filter((key) => key.includes(':') && SECTION_NAMES.has(sectionOf(key)));
  const keys = [...new Set([...ours, ...source.keys('file')])].sort();
  const known = knownKeys(webhookNames(source).flatMap(settingsOfWebhook));
  return keys.flatMap((key) => idleKey(key, known) ?? []);
}

/** Returns an error for every invalid value, not only the first one. */
export function findUnusableValues(source: ConfigSource): readonly ConfigError[] {
  const withoutEffect = WITHOUT_EFFECT.map(({ setting }) => setting);
  return [...SETTINGS, ...webhookNames(source).flatMap(settingsOfWebhook), ...withoutEffect].flatMap((setting) => {
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
  const idle = WITHOUT_EFFECT.find(({ setting }) => keyOf(setting).toLowerCase() === key);
  if (idle !== undefined) return { key: keyOf(idle.setting), reason: idle.reason };
  const withoutIndex = key.replace(/:\d+$/, '');
  if (keys.some((known) => known.toLowerCase() === key) || lists.has(withoutIndex)) return undefined;
  const likely = likelyName(key, keys);
  return { key, reason: `is not a setting of Sluice${likely === undefined ? '' : `; did you mean ${likely}?`}` };
}

function sectionOf(key: string): string {
  return key.slice(0, key.indexOf(':'));
}
