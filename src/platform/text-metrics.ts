import { Counter, Gauge, type Registry } from 'prom-client';

/** How an evaluation ended that was not waited for. */
export const LONG_TEXT_OUTCOMES = ['finished', 'timed_out', 'died'] as const;
export type LongTextOutcome = (typeof LONG_TEXT_OUTCOMES)[number];

/** The threads that evaluate long texts, at this moment. */
export interface TextThreads {
  readonly busy: number;
  /** evaluations that wait for a thread */
  readonly waiting: number;
}

/** Series about scripts and expressions that take long (docs/spec/observability.md#metrics). */
export interface TextMetrics {
  /** an evaluation has ended that was not waited for */
  longTextEnded(outcome: LongTextOutcome): void;
  /** Asked at every scrape; the latest source wins. */
  onCollectTextThreads(source: () => TextThreads): void;
}

export function textSeries(registry: Registry): TextMetrics {
  const registers = [registry];
  const ended = new Counter({
    name: 'service_long_texts_total',
    help: 'Scripts and expressions that were evaluated in a thread of their own because they take long.',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of LONG_TEXT_OUTCOMES) ended.inc({ outcome }, 0);
  let source: () => TextThreads = () => ({ busy: 0, waiting: 0 });
  new Gauge({
    name: 'service_text_threads_busy',
    help: 'Threads that evaluate long scripts and expressions.',
    registers,
    collect() {
      this.set(source().busy);
    },
  });
  new Gauge({
    name: 'service_long_texts_waiting',
    help: 'Long scripts and expressions that wait for a thread.',
    registers,
    collect() {
      this.set(source().waiting);
    },
  });
  return {
    longTextEnded: (outcome) => ended.inc({ outcome }),
    onCollectTextThreads: (next) => {
      source = next;
    },
  };
}
