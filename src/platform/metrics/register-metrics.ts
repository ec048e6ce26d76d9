import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { withTimeout } from '../retry.ts';
import type { SeriesRow } from './metric-series.ts';

/** Wait for the source of a gauge. */
const COLLECT_TIMEOUT_MS = 2000;

/** Results in undefined if the source fails or takes more than 2 s. Concurrent scrapes and exports share one call of the source. */
export function sharedSource<T>(source: () => Promise<T> | T): () => Promise<T | undefined> {
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

export type Labels = Readonly<Record<string, string | number>>;

/** Current and former name, which have the same values. */
function namesOf({ name, formerName }: SeriesRow): readonly string[] {
  return formerName === undefined ? [name] : [name, formerName];
}

/** Registers it under its current and its former name. @returns a function that adds `count` (default 1) */
export function registerCounter(registry: Registry, row: SeriesRow): (labels: Labels, count?: number) => void {
  const twins = namesOf(row).map(
    (name) => new Counter({ name, help: row.help, labelNames: Object.keys(row.labels), registers: [registry] }),
  );
  return (labels, count = 1) => {
    for (const twin of twins) twin.inc(labels, count);
  };
}

/** A histogram under its current and its former name. */
interface Observed {
  /** @param measured in the unit of the former name if it has another unit, otherwise in that of the current name */
  observe(labels: Labels, measured: number): void;
  /** Creates the series with the value 0. */
  zero(labels: Labels): void;
}

/** Registers it under its current and its former name. */
export function registerHistogram(registry: Registry, row: SeriesRow): Observed {
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

type GaugeValue = readonly [labels: Labels, value: number];

/**
 * Registers it under both names. Every scrape calls the source. If it fails or takes more than 2 s, the gauge keeps its values, because a scrape must not fail
 * if the database is unreachable.
 * @returns a function that sets the source; the last one is used
 */
export function registerGauge(
  registry: Registry,
  row: SeriesRow,
): (source: () => Promise<readonly GaugeValue[]> | readonly GaugeValue[]) => void {
  // A scrape reads both names concurrently: they share one call of the source.
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
    ask = sharedSource(source);
  };
}
