import { z } from 'zod';
import { MAX_WEBHOOKS } from '../metrics/metric-series.ts';
import { FEED } from './config-engine.ts';
import { ConfigError, type ConfigSource } from './config-source.ts';
import { keyOf, list, named, optional, type Setting, secret, setting, settingsOf, type ValuesOf } from './setting.ts';
import { address, flag, keyPattern, oneOf, signingSecret, text, wholeNumber } from './setting-types.ts';

const asStars = { show: () => '***' };
/** Settings of every webhook, with `<name>` for its name (docs/contributing/spec/event-feed.md#webhook-settings). */
export const WEBHOOK = z.object({
  url: secret('Webhooks:<name>:Url', address('https', 'http').describe('`https://`, or `http://` with `AllowPrivate`'), {
    // a webhook's path is its password
    show: (url) => (url === undefined ? '' : new URL(url).origin),
  }).describe('receiver of a [webhook](../how-to/receive-webhooks.md); required. Secret'),
  secret: secret('Webhooks:<name>:Secret', signingSecret, asStars).describe('signs the messages; required. Secret'),
  previousSecret: secret('Webhooks:<name>:PreviousSecret', signingSecret.describe('the same'), asStars).describe(
    'also signs, while a receiver changes to the new secret. Secret',
  ),
  keys: list('Webhooks:<name>:Keys', keyPattern.describe('process keys, or prefixes with `*`')).describe(
    'processes whose events are sent',
  ),
  types: list('Webhooks:<name>:Types', text.describe('[event types](events.md#types), `WorkflowDeleted`')).describe(
    'events that are sent',
  ),
  businessId: optional('Webhooks:<name>:BusinessId', text.describe('a text')).describe(
    'only events of instances with this business id',
  ),
  begin: setting('Webhooks:<name>:Begin', oneOf('end', 'beginning'), 'end').describe(
    'for a new webhook: only new events, or all',
  ),
  format: setting('Webhooks:<name>:Format', oneOf('event', 'cloudevents'), 'event').describe('format of a message'),
  allowsPrivate: setting('Webhooks:<name>:AllowPrivate', flag, false).describe(
    'whether the receiver may have a private address and use `http`',
  ),
  timeoutSeconds: setting('Webhooks:<name>:TimeoutSeconds', wholeNumber(1, 60), 10).describe('longest time for one message'),
  concurrency: setting('Webhooks:<name>:Concurrency', wholeNumber(1, 64), 8).describe(
    'messages that are sent at the same time, and as many again to blocked instances',
  ),
  attempts: setting('Webhooks:<name>:Attempts', wholeNumber(1, 1000), 10).describe(
    'refusals of one event after which its instance is failing',
  ),
  backoffSeconds: setting('Webhooks:<name>:BackoffSeconds', wholeNumber(1, 3600), 1).describe(
    'wait after the first refusal; doubles each time',
  ),
  maxBackoffSeconds: setting('Webhooks:<name>:MaxBackoffSeconds', wholeNumber(1, 86_400), 600).describe('longest wait'),
});

type Kept = 'keys' | 'types' | 'businessId' | 'begin' | 'format' | 'allowsPrivate' | 'concurrency' | 'attempts';
export interface WebhookConfig extends Pick<ValuesOf<typeof WEBHOOK>, Kept> {
  /** in lower case */
  readonly name: string;
  /** secret: its path may be a password */
  readonly url: string;
  /** secret; every message is signed with each of them */
  readonly secrets: readonly string[];
  readonly timeoutMs: number;
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
export function settingsOfWebhook(name: string): readonly Setting[] {
  return settingsOf(named(WEBHOOK, name));
}

/** Throws ConfigError for an invalid webhook, and for any webhook without a feed. */
export function readWebhooks(source: ConfigSource): readonly WebhookConfig[] {
  const names = webhookNames(source);
  if (names.length > MAX_WEBHOOKS) throw new ConfigError('Webhooks', `has more than ${MAX_WEBHOOKS} names`);
  return names.map((name) => {
    if (!NAME.test(name))
      throw new ConfigError(`Webhooks:${name}`, 'is not a name: letters, digits, - and _ are, at most 63 of them');
    if (!source.read(FEED.shape.isEnabled))
      throw new ConfigError(`Webhooks:${name}`, `needs the event feed: set ${keyOf(FEED.shape.isEnabled)} to true`);
    return readWebhook(source, name);
  });
}

function readWebhook(source: ConfigSource, name: string): WebhookConfig {
  const settings = named(WEBHOOK, name);
  const { url, secret, previousSecret, timeoutSeconds, backoffSeconds, maxBackoffSeconds, ...kept } =
    source.readSection(settings);
  if (url === undefined) throw new ConfigError(keyOf(settings.shape.url), 'is missing; it is where events are sent');
  checkUrl(url, keyOf(settings.shape.url), kept.allowsPrivate);
  if (secret === undefined) throw new ConfigError(keyOf(settings.shape.secret), 'is missing; messages are signed with it');
  return {
    ...kept,
    name,
    url,
    secrets: [secret, ...(previousSecret === undefined ? [] : [previousSecret])],
    timeoutMs: timeoutSeconds * 1000,
    firstDelayMs: backoffSeconds * 1000,
    maxDelayMs: Math.max(backoffSeconds, maxBackoffSeconds) * 1000,
  };
}

function checkUrl(text: string, key: string, allowsPrivate: boolean): void {
  const { protocol, username, password, hash } = new URL(text);
  if (protocol === 'http:' && !allowsPrivate)
    throw new ConfigError(key, 'must begin with https://, unless the webhook has AllowPrivate');
  if (username !== '' || password !== '' || hash !== '')
    throw new ConfigError(key, 'must have neither a user, nor a password, nor a fragment');
}
