import { createHmac } from 'node:crypto';
import type { WebhookConfig } from '../../platform/config/config-feed-out.ts';
import { cutText } from '../../platform/cut-text.ts';
import { errorMessage } from '../../platform/redact.ts';
import {
  checkLiteralHost,
  createAddressFilter,
  filteredLookup,
  type LookupQueue,
  type Resolve,
  systemResolve,
} from '../../plugins/builtin/rest-call/address-filter.ts';
import { cloudEvent, feedSource } from '../../queries/feed/read-feed.ts';
import type { DueEvent } from '../next-events.ts';

const PREFIX = 'whsec_';

/**
 * Header `webhook-signature` of Standard Webhooks: one signature per secret, so that a receiver can change its secret without lost messages. `timestamp`:
 * seconds since epoch.
 */
export function signatureOf(secrets: readonly string[], id: string, timestamp: number, body: string): string {
  const signed = `${id}.${timestamp}.${body}`;
  return secrets.map((secret) => `v1,${createHmac('sha256', keyOf(secret)).update(signed).digest('base64')}`).join(' ');
}

function keyOf(secret: string): Buffer {
  return secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), 'base64') : Buffer.from(secret, 'utf8');
}

/** Limit of an answer, which is read and discarded so that the connection can be reused. */
const MOST_ANSWER_BYTES = 16_384;
const MAX_HEADER_BYTES = 16_384;

/** Time for which a connection is kept for the next message. */
const KEPT_MS = 4000;
const MOST_RETRY_AFTER_SECONDS = 86_400;
const GONE = 410;

/** Length of a stored error, in characters. */
const MOST_ERROR_LENGTH = 500;

export type Sending =
  | { readonly kind: 'received' }
  /** `retryAfterMs`: delay that the receiver requests. `isGone`: it accepts no more messages (410) */
  | {
      readonly kind: 'refused';
      /** status, or network error; contains no secrets */
      readonly error: string;
      readonly retryAfterMs: number | undefined;
      readonly isGone: boolean;
    }
  /** aborted with `givingUp`: the result is unknown */
  | { readonly kind: 'given-up' };

export interface MessageSender {
  /** Sends an event. Never rejects. `givingUp`: aborts the request. */
  send(due: DueEvent, feedId: string, givingUp: AbortSignal): Promise<Sending>;
  close(): Promise<void>;
}

/** Resolves the host name once per connection, checks every address, and connects to one of them. Does not follow redirects; checks certificates. */
export function openMessageSender(webhook: WebhookConfig, turns: LookupQueue, resolve: Resolve = systemResolve): MessageSender {
  const filter = createAddressFilter({ denyPrivateNetworks: !webhook.allowsPrivate, allowedNetworks: [] });
  const inTurn: Resolve = (hostname) => turns.take(webhook.name, AbortSignal.timeout(webhook.timeoutMs), () => resolve(hostname));
  const undici = import('undici'); // only workers with webhooks load it
  const opened = undici.then(
    ({ Agent }) =>
      new Agent({
        pipelining: 1,
        connections: webhook.concurrency,
        keepAliveTimeout: KEPT_MS,
        keepAliveMaxTimeout: KEPT_MS,
        // the time limit of the message applies to the whole request
        headersTimeout: 0,
        bodyTimeout: 0,
        maxHeaderSize: MAX_HEADER_BYTES,
        connect: { lookup: filteredLookup(filter, inTurn), timeout: webhook.timeoutMs, autoSelectFamily: true },
      }),
  );
  const url = new URL(webhook.url);

  async function send(due: DueEvent, feedId: string, givingUp: AbortSignal): Promise<Sending> {
    const timeUp = AbortSignal.timeout(webhook.timeoutMs);
    const signal = AbortSignal.any([givingUp, timeUp]);
    try {
      checkLiteralHost(url, filter);
      const { request } = await undici;
      const answer = await request(url, { dispatcher: await opened, method: 'POST', signal, ...messageOf(webhook, due, feedId) });
      const retryAfter = answer.headers['retry-after'];
      // only the status matters; at most MOST_ANSWER_BYTES of the body are read
      await answer.body.dump({ limit: MOST_ANSWER_BYTES, signal }).catch(() => {});
      if (answer.statusCode >= 200 && answer.statusCode <= 299) return { kind: 'received' };
      return {
        kind: 'refused',
        error: `HTTP ${answer.statusCode}`,
        retryAfterMs: delayOf(retryAfter),
        isGone: answer.statusCode === GONE,
      };
    } catch (error) {
      if (givingUp.aborted) return { kind: 'given-up' };
      const text = timeUp.aborted ? `no answer within ${webhook.timeoutMs / 1000} seconds` : reasonOf(error);
      return { kind: 'refused', error: text, retryAfterMs: undefined, isGone: false };
    }
  }
  return { send, close: async () => (await opened).destroy() };
}

function messageOf({ format, secrets }: WebhookConfig, { position, event, line }: DueEvent, feedId: string) {
  const isCloudEvent = format === 'cloudevents';
  const body = isCloudEvent ? JSON.stringify(cloudEvent(event, position, feedSource(feedId))) : line;
  const timestamp = Math.floor(Date.now() / 1000);
  const headers = {
    'content-type': isCloudEvent ? 'application/cloudevents+json; charset=utf-8' : 'application/json; charset=utf-8',
    'user-agent': 'sluice',
    'webhook-id': position,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatureOf(secrets, position, timestamp, body),
  };
  return { headers, body };
}

/** `Retry-After` in ms, at most a day. Undefined if it is absent or a date. */
function delayOf(header: string | readonly string[] | undefined): number | undefined {
  if (typeof header !== 'string' || !/^\d{1,5}$/.test(header)) return undefined;
  return Math.min(Number(header), MOST_RETRY_AFTER_SECONDS) * 1000;
}

/** Error text without path and query of the URL. The message of a TLS error contains source positions of the library, so its reason is used. */
function reasonOf(thrown: unknown): string {
  const { reason, code } = (thrown ?? {}) as { reason?: unknown; code?: unknown };
  if (typeof reason === 'string') return `TLS: ${reason}`;
  return cutText(errorMessage(thrown), MOST_ERROR_LENGTH) || String(code);
}
