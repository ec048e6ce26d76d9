import { MAX_WEBHOOKS } from '../metrics/metric-series.ts';
import type { Setting } from './config-keys.ts';
import { ConfigError, type ConfigSource } from './config-source.ts';
import { named, SETTINGS, WEBHOOK_SETTINGS } from './config-table.ts';

/** Section `Webhooks:<name>` (docs/contributing/spec/event-feed.md#webhook-settings). */
export interface WebhookConfig {
  /** in lower case */
  readonly name: string;
  /** secret: its path may be a password */
  readonly url: string;
  /** secret; every message is signed with each of them */
  readonly secrets: readonly string[];
  readonly keys: readonly string[];
  readonly types: readonly string[];
  readonly businessId: string | undefined;
  readonly begin: 'beginning' | 'end';
  readonly format: 'event' | 'cloudevents';
  /** whether the receiver may have a private address, and speak http */
  readonly allowsPrivate: boolean;
  readonly timeoutMs: number;
  /** messages that are on their way at the same time */
  readonly concurrency: number;
  /** sendings of one message after which its instance counts as failing */
  readonly attempts: number;
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
}

/** The name of a webhook in lower case: the part between the first two colons of a key. */
const SECTION = /^webhooks:([^:]+):/;
const NAME = /^[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?$/;

/** Names of the webhooks that any key names, in lower case and in order. */
export function webhookNames(source: ConfigSource): readonly string[] {
  const keys = [...source.keys('environment'), ...source.keys('file')];
  return [...new Set(keys.flatMap((key) => SECTION.exec(key)?.[1] ?? []))].sort();
}

/** The settings of a webhook. */
export function settingsOfWebhook(name: string): readonly Setting<unknown>[] {
  return (Object.values(WEBHOOK_SETTINGS) as readonly Setting<unknown>[]).map((setting) => named(setting, name));
}

/** Throws ConfigError for an invalid webhook, and for any webhook without a feed. */
export function readWebhooks(source: ConfigSource): readonly WebhookConfig[] {
  const names = webhookNames(source);
  if (names.length > MAX_WEBHOOKS) throw new ConfigError('Webhooks', `has more than ${MAX_WEBHOOKS} names`);
  return names.map((name) => {
    if (!NAME.test(name))
      throw new ConfigError(`Webhooks:${name}`, 'is not a name: letters, digits, - and _ are, at most 63 of them');
    if (!source.read(SETTINGS.feedEnabled))
      throw new ConfigError(`Webhooks:${name}`, `needs the event feed: set ${SETTINGS.feedEnabled.key} to true`);
    return readWebhook(source, name);
  });
}

function readWebhook(source: ConfigSource, name: string): WebhookConfig {
  const read = <T>(setting: Setting<T>): T => source.read(named(setting, name));
  const required = (setting: Setting<string | undefined>, why: string): string => {
    const value = read(setting);
    if (value === undefined) throw new ConfigError(named(setting, name).key, `is missing; ${why}`);
    return value;
  };
  const allowsPrivate = read(WEBHOOK_SETTINGS.allowsPrivate);
  const url = required(WEBHOOK_SETTINGS.url, 'it is where events are sent');
  checkUrl(url, named(WEBHOOK_SETTINGS.url, name).key, allowsPrivate);
  const previous = read(WEBHOOK_SETTINGS.previousSecret);
  const firstDelayMs = read(WEBHOOK_SETTINGS.backoffSeconds) * 1000;
  return {
    name,
    url,
    secrets: [required(WEBHOOK_SETTINGS.secret, 'messages are signed with it'), ...(previous === undefined ? [] : [previous])],
    keys: read(WEBHOOK_SETTINGS.keys),
    types: read(WEBHOOK_SETTINGS.types),
    businessId: read(WEBHOOK_SETTINGS.businessId),
    begin: read(WEBHOOK_SETTINGS.begin),
    format: read(WEBHOOK_SETTINGS.format),
    allowsPrivate,
    timeoutMs: read(WEBHOOK_SETTINGS.timeoutSeconds) * 1000,
    concurrency: read(WEBHOOK_SETTINGS.concurrency),
    attempts: read(WEBHOOK_SETTINGS.attempts),
    firstDelayMs,
    maxDelayMs: Math.max(firstDelayMs, read(WEBHOOK_SETTINGS.maxBackoffSeconds) * 1000),
  };
}

function checkUrl(text: string, key: string, allowsPrivate: boolean): void {
  const { protocol, username, password, hash } = new URL(text);
  if (protocol === 'http:' && !allowsPrivate)
    throw new ConfigError(key, 'must begin with https://, unless the webhook has AllowPrivate');
  if (username !== '' || password !== '' || hash !== '')
    throw new ConfigError(key, 'must have neither a user, nor a password, nor a fragment');
}
