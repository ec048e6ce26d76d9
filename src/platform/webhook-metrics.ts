import type { Registry } from 'prom-client';
import { SERIES } from './metric-series.ts';
import { askTwice, countTwice } from './metric-twins.ts';

/** What became of a message. */
const OUTCOMES = ['received', 'refused'] as const;
export type MessageOutcome = (typeof OUTCOMES)[number];

/** State of a webhook. */
export interface WebhookStand {
  readonly name: string;
  readonly lagSeconds: number;
  readonly isPaused: boolean;
  /** parked instances whose event was refused as often as is allowed, and the others */
  readonly failing: number;
  readonly waiting: number;
}

/** Series about webhooks (docs/contributing/spec/webhooks.md). */
export interface WebhookMetrics {
  /** shows the series of a webhook with 0 before anything is sent to it */
  webhookConfigured(webhook: string): void;
  /** a message was sent */
  webhookSent(webhook: string, outcome: MessageOutcome): void;
  /** Asked at every scrape; the latest source wins. */
  onCollectWebhooks(source: () => Promise<readonly WebhookStand[]>): void;
}

export function webhookSeries(registry: Registry): WebhookMetrics {
  const sent = countTwice(registry, SERIES.webhookMessages);
  const setLag = askTwice(registry, SERIES.webhookLag);
  const setParked = askTwice(registry, SERIES.webhookParked);
  const setPaused = askTwice(registry, SERIES.webhookPaused);
  return {
    webhookConfigured(webhook) {
      for (const outcome of OUTCOMES) sent({ webhook, outcome }, 0);
    },
    webhookSent: (webhook, outcome) => sent({ webhook, outcome }),
    onCollectWebhooks(source) {
      // the gauges share one question
      let asking: Promise<readonly WebhookStand[]> | undefined;
      const askOnce = () => {
        asking ??= source().finally(() => {
          asking = undefined;
        });
        return asking;
      };
      setLag(async () => (await askOnce()).map(({ name, lagSeconds }) => [{ webhook: name }, lagSeconds]));
      setPaused(async () => (await askOnce()).map(({ name, isPaused }) => [{ webhook: name }, isPaused ? 1 : 0]));
      setParked(async () =>
        (await askOnce()).flatMap(({ name, failing, waiting }) => [
          [{ webhook: name, state: 'failing' }, failing],
          [{ webhook: name, state: 'waiting' }, waiting],
        ]),
      );
    },
  };
}
