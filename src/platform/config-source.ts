import { readFileSync } from 'node:fs';
import type { Parsed } from './config-keys.ts';

/** Names and values as the operating system gives them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A configuration value that cannot be used; start-up ends with log 7042. Holds the key and a reason, never the value. */
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

/** Raw texts by key, whatever they came from. Keys are written `Section:Key` and matched without regard to case. */
export interface ConfigSource {
  /** The text, or undefined when the key is absent or empty. */
  find(key: string): string | undefined;
  /** The value; `fallback` when absent. Throws ConfigError when the text cannot be used. */
  read<T>(key: string, parse: (text: string) => Parsed<T>, fallback: T): T;
  /** Whether any key of the section has a value. */
  hasSection(section: string): boolean;
}

/** The environment over the JSON file that CONFIG_FILE names. Throws ConfigError when the file cannot be read. */
export function openConfigSource(env: Environment): ConfigSource {
  const fromEnv = readEnvironment(env);
  const file = fromEnv.get('config_file');
  const values = new Map([...(file === undefined ? [] : readFile(file)), ...fromEnv]);
  const find = (key: string) => values.get(key.toLowerCase());
  return {
    find,
    read(key, parse, fallback) {
      const text = find(key);
      if (text === undefined) return fallback;
      const parsed = parse(text);
      if (!parsed.ok) throw new ConfigError(key, parsed.reason);
      return parsed.value;
    },
    hasSection(section) {
      const prefix = `${section.toLowerCase()}:`;
      return [...values.keys()].some((key) => key.startsWith(prefix));
    },
  };
}

function readEnvironment(env: Environment): Map<string, string> {
  const values = new Map<string, string>();
  for (const name of Object.keys(env).sort()) {
    const value = env[name]?.trim();
    const key = name.replaceAll('__', ':').toLowerCase();
    if (value !== undefined && value !== '' && !values.has(key)) values.set(key, value);
  }
  return values;
}

function readFile(path: string): Map<string, string> {
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
  const values = new Map<string, string>();
  flatten(content, '', values);
  return values;
}

function flatten(node: object, prefix: string, into: Map<string, string>): void {
  for (const [name, value] of Object.entries(node)) {
    const key = `${prefix}${name}`.toLowerCase();
    if (typeof value === 'object' && value !== null) flatten(value, `${key}:`, into);
    else if (value !== null && String(value).trim() !== '') into.set(key, String(value).trim());
  }
}
