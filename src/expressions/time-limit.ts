/** A text was stopped because it took too long. @param over what the limit is for, where it is not that text alone */
export function timeLimitReached(limitMs: number, over = '') {
  return { ok: false, code: '500', reason: `time limit of ${limitMs} ms${over} exceeded`, limitMs } as const;
}

/** Processor time that an evaluation has had in any case when its limit ends it. Unit: part of the limit. */
const MIN_SHARE = 0.5;
/** Longest wall-clock time of an evaluation. Unit: limits. */
const MAX_STRETCH = 10;

/**
 * Time limit of one evaluation. It counts wall-clock time, but a process that gets little processor time on an overloaded machine continues
 * until it has had half of the limit, up to ten times the limit (docs/contributing/spec/expressions.md#expression-limits).
 */
export class TimeLimit {
  private readonly limitMs: number;
  private readonly processorMs: () => number | undefined;
  private readonly began = performance.now();
  /** taken at the first check, so that a short evaluation does not pay for it */
  private first: { readonly processorMs: number | undefined } | undefined;

  /** @param processorMs processor time of the evaluating process since its start; undefined: not known */
  constructor(limitMs: number, processorMs: () => number | undefined = ownProcessorMs) {
    this.limitMs = limitMs;
    this.processorMs = processorMs;
  }

  /** Takes the processor time at the beginning; the first check does so otherwise. */
  start(): void {
    this.first ??= { processorMs: this.processorMs() };
  }

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
