import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Environment } from './environment.ts';
import { factsOf, type Section, type Setting, type ValuesOf } from './setting.ts';

/** An invalid value. The start fails with log 7042. Contains the key and a reason, never the value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly key: string;
  readonly reason: string;

  constructor(key: string, reason: string) {
    super(`${key}: ${reason}`);
    this.key = key;
    this.reason = reason;
  }
}

export type SettingOrigin = 'environment' | 'file' | 'default';

/** Settings from the environment and the configuration file. Keys have the form `Section:Key`; their case is ignored. */
export interface ConfigSource {
  /** The default if the text is absent or empty. Throws ConfigError if it is invalid. */
  read<T>(setting: Setting<T>): T;
  /** Reads in the order of the section. Throws ConfigError for the first invalid value. */
  readSection<S extends Section>(section: S): ValuesOf<S>;
  originOf(setting: Setting): SettingOrigin;
  /** Whether the key is set to white space only. */
  isBlank(setting: Setting): boolean;
  /** True if any key of the section has a value. */
  hasSection(section: string): boolean;
  /** Environment variables by the rest of their names. Does not trim their values. */
  variablesAfter(prefix: string): ReadonlyMap<string, string>;
  /** Keys that have a value there, in lower case. */
  keys(origin: 'environment' | 'file'): readonly string[];
}

/** The value is then the path of a file with the secret, because platforms mount secrets as files. */
export const SECRET_FILE_SUFFIX = '_FILE';

/** Trimmed, by key in lower case. */
type Texts = ReadonlyMap<string, string>;

/** The environment has precedence over the JSON file in CONFIG_FILE. Throws ConfigError if the file cannot be read. */
export function openConfigSource(env: Environment): ConfigSource {
  const environment = readEnvironment(env);
  const path = environment.get('config_file') ?? '';
  const file = path === '' ? new Map<string, string>() : readFile(path);
  const layers = [environment, file] as const;

  function find(setting: Setting): string | undefined {
    const { key, isList = false, isSecret = false } = factsOf(setting);
    for (const layer of layers) {
      const text = textOf(layer, key, isList);
      const secretFile = isSecret ? textOf(layer, key + SECRET_FILE_SUFFIX, false) : undefined;
      if (text !== undefined && secretFile !== undefined)
        throw new ConfigError(key, `is given twice: also as ${key}${SECRET_FILE_SUFFIX}`);
      const found = secretFile === undefined ? text : readSecret(key, secretFile);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  function read<T>(setting: Setting<T>): T {
    const parsed = setting.safeParse(find(setting));
    if (!parsed.success) throw new ConfigError(factsOf(setting).key, parsed.error.issues[0]?.message ?? '');
    return parsed.data;
  }
  function readSection<S extends Section>(section: S): ValuesOf<S> {
    const values = Object.entries(section.shape).map(([name, type]) => [
      name,
      type instanceof z.ZodObject ? readSection(type) : read(type as Setting),
    ]);
    return Object.fromEntries(values);
  }
  return {
    read,
    readSection,
    originOf(setting) {
      const { key, isList = false, isSecret = false } = factsOf(setting);
      const isGiven = (texts: Texts) =>
        textOf(texts, key, isList) !== undefined || (isSecret && textOf(texts, key + SECRET_FILE_SUFFIX, false) !== undefined);
      const layer = layers.find(isGiven);
      if (layer === undefined) return 'default';
      return layer === environment ? 'environment' : 'file';
    },
    isBlank(setting) {
      const name = factsOf(setting).key.toLowerCase();
      return layers.find((texts) => texts.has(name))?.get(name) === '';
    },
    hasSection(section) {
      const prefix = `${section.toLowerCase()}:`;
      return layers.some((texts) => keysOf(texts).some((key) => key.startsWith(prefix)));
    },
    variablesAfter(prefix) {
      const names = Object.keys(env).filter((name) => name.startsWith(prefix) && name !== prefix);
      return new Map(names.flatMap((name) => (env[name] === undefined ? [] : [[name.slice(prefix.length), env[name]]])));
    },
    keys: (origin) => keysOf(origin === 'environment' ? environment : file),
  };
}

/** Joins the entries of a list by commas. Undefined if the text is absent or empty. */
function textOf(texts: Texts, key: string, isList: boolean): string | undefined {
  const name = key.toLowerCase();
  if (!isList) return texts.get(name) || undefined;
  const entries = [...texts].filter(([other, text]) => text !== '' && isEntryOf(other, name)).sort(byIndex);
  const parts = [texts.get(name) ?? '', ...entries.map(([, text]) => text)].filter((text) => text !== '');
  return parts.length === 0 ? undefined : parts.join(',');
}

function isEntryOf(key: string, list: string): boolean {
  return key.startsWith(`${list}:`) && /^\d+$/.test(key.slice(list.length + 1));
}

function byIndex([a]: readonly [string, string], [b]: readonly [string, string]): number {
  return Number(a.slice(a.lastIndexOf(':') + 1)) - Number(b.slice(b.lastIndexOf(':') + 1));
}

function keysOf(texts: Texts): readonly string[] {
  return [...texts].flatMap(([key, text]) => (text === '' ? [] : [key]));
}

/** Trimmed. Ignores empty variables; a variable of white space only becomes ''. */
function readEnvironment(env: Environment): Texts {
  const texts = new Map<string, string>();
  for (const name of Object.keys(env).sort()) {
    const value = env[name];
    const key = name.replaceAll('__', ':').toLowerCase();
    if (value !== undefined && value !== '' && !texts.has(key)) texts.set(key, value.trim());
  }
  return texts;
}

/** Trims the secret, because editors add a final line break. Throws ConfigError if the file is empty or unreadable. */
function readSecret(key: string, path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8')
      .replace(/^\uFEFF/, '')
      .trim();
  } catch {
    throw new ConfigError(key, `is to be read from the file that ${key}${SECRET_FILE_SUFFIX} names, which cannot be read`);
  }
  if (text === '')
    throw new ConfigError(key, `is to be read from the file that ${key}${SECRET_FILE_SUFFIX} names, which is empty`);
  return text;
}

function readFile(path: string): Texts {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code !== undefined;
    throw new ConfigError('CONFIG_FILE', isMissing ? 'names a file that cannot be read' : 'names a file that is not valid JSON');
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw new ConfigError('CONFIG_FILE', 'must hold one JSON object');
  }
  const texts = new Map<string, string>();
  flatten(content, '', texts);
  return texts;
}

function flatten(node: object, prefix: string, into: Map<string, string>): void {
  for (const [name, value] of Object.entries(node)) {
    const key = `${prefix}${name}`.toLowerCase();
    if (typeof value === 'object' && value !== null) flatten(value, `${key}:`, into);
    else if (value !== null && String(value) !== '') into.set(key, String(value).trim());
  }
}

/** `all` runs api, worker, projector and ui together. */
export type ProcessRole = 'all' | 'api' | 'worker' | 'plugin-host' | 'projector' | 'ui' | 'migrate';
