import type { Registry } from 'prom-client';
import { SERIES } from './metric-series.ts';
import { askTwice, countTwice, observeTwice } from './metric-twins.ts';

/** How an evaluation ended that was not waited for. */
export const LONG_TEXT_OUTCOMES = ['finished', 'timed_out', 'died'] as const;
export type LongTextOutcome = (typeof LONG_TEXT_OUTCOMES)[number];

/** How the decisions of a task or a call have ended. */
export const DECIDED_OUTCOMES = ['made', 'failed'] as const;
export type DecidedOutcome = (typeof DECIDED_OUTCOMES)[number];

/** The threads that evaluate long texts, at this moment. */
export interface TextThreads {
  readonly busy: number;
  /** evaluations that wait for a thread */
  readonly waiting: number;
}

/** Series about decisions, and about scripts and expressions that take long (docs/contributing/spec/observability.md#metrics). */
export interface TextMetrics {
  /** an evaluation has ended that was not waited for */
  longTextEnded(outcome: LongTextOutcome): void;
  /** the decisions of a task or a call were made, or could not be; unit: s */
  decided(outcome: DecidedOutcome, seconds: number): void;
  /** Asked at every scrape; the latest source wins. */
  onCollectTextThreads(source: () => TextThreads): void;
}

export function textSeries(registry: Registry): TextMetrics {
  const ended = countTwice(registry, SERIES.longTexts);
  for (const outcome of LONG_TEXT_OUTCOMES) ended({ outcome }, 0);
  const decisions = observeTwice(registry, SERIES.decisions);
  for (const outcome of DECIDED_OUTCOMES) decisions.zero({ outcome });
  let source: () => TextThreads = () => ({ busy: 0, waiting: 0 });
  askTwice(registry, SERIES.textThreadsBusy)(() => [[{}, source().busy]]);
  askTwice(registry, SERIES.longTextsWaiting)(() => [[{}, source().waiting]]);
  return {
    longTextEnded: (outcome) => ended({ outcome }),
    decided: (outcome, seconds) => decisions.observe({ outcome }, seconds),
    onCollectTextThreads: (next) => {
      source = next;
    },
  };
}
