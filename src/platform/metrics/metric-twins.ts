import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { withTimeout } from '../retry.ts';
import type { SeriesRow } from './metric-series.ts';

/** Longest wait for the source of a gauge. */
const COLLECT_TIMEOUT_MS = 2000;

/**
 * Asks the source of a gauge, for 2 s at most. Undefined if it fails or takes longer. Until it has answered it is not asked again, however often a
 * scrape or an export comes: the answer is for all of them.
 */
export function askedSource<T>(source: () => Promise<T> | T): () => Promise<T | undefined> {
  let asking: Promise<T> | undefined;
  return () => {
    asking ??= Promise.resolve()
      .then(source)
      .finally(() => {
        asking = undefined;
      });
    return withTimeout(asking, COLLECT_TIMEOUT_MS, 'the source of a gauge').catch(() => undefined);
  };
}

/** The value of a label, by its name. */
export type Labels = Readonly<Record<string, string | number>>;

/** Returns the current and the former name of a metric; both have the same values. */
function namesOf({ name, formerName }: SeriesRow): readonly string[] {
  return formerName === undefined ? [name] : [name, formerName];
}

/** A counter under all its names. @returns adds to it */
export function countTwice(registry: Registry, row: SeriesRow): (labels: Labels, count?: number) => void {
  const twins = namesOf(row).map(
    (name) => new Counter({ name, help: row.help, labelNames: Object.keys(row.labels), registers: [registry] }),
  );
  return (labels, count = 1) => {
    for (const twin of twins) twin.inc(labels, count);
  };
}

/** A histogram under all its names. */
interface Observed {
  /** @param measured value in the unit of the former name, if that differs, else in that of the current name */
  observe(labels: Labels, measured: number): void;
  /** shows the series with 0 before there is anything to observe */
  zero(labels: Labels): void;
}

export function observeTwice(registry: Registry, row: SeriesRow): Observed {
  const make = (name: string, bounds: readonly number[] = []) =>
    new Histogram({ name, help: row.help, labelNames: Object.keys(row.labels), buckets: [...bounds], registers: [registry] });
  const own = make(row.name, row.bounds);
  const former = row.formerName === undefined ? undefined : make(row.formerName, row.formerBounds ?? row.bounds);
  const perUnit = row.formerPerUnit ?? 1;
  return {
    observe(labels, measured) {
      own.observe(labels, measured / perUnit);
      former?.observe(labels, measured);
    },
    zero(labels) {
      own.zero(labels);
      former?.zero(labels);
    },
  };
}

/** One value of a gauge. */
type GaugeValue = readonly [labels: Labels, value: number];

/**
 * A gauge under all its names, asked for at every scrape. A source that fails or takes over 2 s leaves the old values: a scrape must never fail
 * because the database is away.
 * @returns takes the source; the latest wins
 */
export function askTwice(
  registry: Registry,
  row: SeriesRow,
): (source: () => Promise<readonly GaugeValue[]> | readonly GaugeValue[]) => void {
  // One scrape reads all names side by side: they share one question.
  let ask: () => Promise<readonly GaugeValue[] | undefined> = async () => undefined;
  for (const name of namesOf(row)) {
    new Gauge({
      name,
      help: row.help,
      labelNames: Object.keys(row.labels),
      registers: [registry],
      async collect() {
        const values = await ask();
        if (values === undefined) return;
        this.reset();
        for (const [labels, value] of values) this.inc(labels, value);
      },
    });
  }
  return (source) => {
    ask = askedSource(source);
  };
}
