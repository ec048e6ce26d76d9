/** @param over scope of the limit, if not a single text */
export function timeLimitReached(limitMs: number, over = '') {
  return { ok: false, code: '500', reason: `time limit of ${limitMs} ms${over} exceeded`, limitMs } as const;
}

/** Guaranteed processor time, as fraction of the limit. */
const MIN_SHARE = 0.5;
/** Longest wall-clock time, in multiples of the limit. */
const MAX_STRETCH = 10;

/**
 * Wall-clock time. On an overloaded machine an evaluation continues until it has used half of the limit as processor time, up to ten times the limit
 * (docs/contributing/spec/expressions.md#expression-limits).
 */
export class TimeLimit {
  private readonly limitMs: number;
  private readonly processorMs: () => number | undefined;
  private readonly began = performance.now();
  /** Read at the first check: short evaluations avoid the cost. */
  private first: { readonly processorMs: number | undefined } | undefined;

  /** @param processorMs of the evaluating process since its start; undefined if unknown */
  constructor(limitMs: number, processorMs: () => number | undefined = ownProcessorMs) {
    this.limitMs = limitMs;
    this.processorMs = processorMs;
  }

  /** Reads the initial processor time; otherwise the first check does. */
  start(): void {
    this.first ??= { processorMs: this.processorMs() };
  }

  /** The evaluation must end. Without {@link start}, the first call begins to measure the processor time. */
  get isReached(): boolean {
    this.start();
    const tookMs = performance.now() - this.began;
    if (tookMs <= this.limitMs) return false;
    const before = this.first?.processorMs;
    if (tookMs > this.limitMs * MAX_STRETCH || before === undefined) return true;
    const usedMs = (this.processorMs() ?? Number.POSITIVE_INFINITY) - before;
    return usedMs > this.limitMs * MIN_SHARE;
  }
}

function ownProcessorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
