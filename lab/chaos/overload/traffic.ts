import { setTimeout as pause } from 'node:timers/promises';
import { type HttpAnswer, post } from '../../../test/support/http/http-client.ts';

/** Results of clients. Times in ms. */
export interface Seen {
  readonly offered: number;
  readonly done: number;
  /** 503 with Retry-After */
  readonly refused: number;
  /** everything else: other answers, broken connections */
  readonly odd: readonly string[];
  readonly worstMs: number;
  readonly p99Ms: number;
}

/** Counts answers as they come. */
export class Tally {
  readonly #times: number[] = [];
  #done = 0;
  #refused = 0;
  readonly #odd: string[] = [];

  /** Counts one request. @returns its answer; undefined: none came */
  async count(request: Promise<HttpAnswer>): Promise<HttpAnswer | undefined> {
    const sentAt = performance.now();
    try {
      const answer = await request;
      if (answer.status === 200) this.#done += 1;
      else if (answer.status === 503 && answer.headers['retry-after'] !== undefined) this.#refused += 1;
      else this.#odd.push(`${answer.status} ${answer.text.slice(0, 120)}`);
      return answer;
    } catch (error) {
      this.#odd.push(String(error));
      return undefined;
    } finally {
      this.#times.push(performance.now() - sentAt);
    }
  }

  seen(): Seen {
    const times = this.#times.sort((a, b) => a - b);
    const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
    return {
      offered: times.length,
      done: this.#done,
      refused: this.#refused,
      odd: this.#odd,
      worstMs: at(1),
      p99Ms: at(0.99),
    };
  }
}

export function start(url: string, key: string, variables: object = {}): Promise<HttpAnswer> {
  return post(url, '/Execution/start', { WorkflowId: key, Variables: variables });
}

/** Sends a number of requests, some at a time. */
export async function inCrowd(count: number, crowd: number, send: (n: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const one = async () => {
    while (next < count) await send(next++);
  };
  await Promise.all(Array.from({ length: Math.min(crowd, count) }, one));
}

/** Sends this many requests a second until it is stopped, for any duration of the answers. @returns a function that stops it and returns the results */
export function steadily(perSecond: number, send: () => Promise<HttpAnswer>): () => Promise<Seen> {
  const tally = new Tally();
  const open = new Set<Promise<unknown>>();
  const timer = setInterval(() => {
    const request = tally.count(send()).finally(() => open.delete(request));
    open.add(request);
  }, 1000 / perSecond);
  return async () => {
    clearInterval(timer);
    await Promise.all(open);
    return tally.seen();
  };
}

/** Resolves to the time until ten starts in a row were answered as on a quiet day. Unit: ms. */
export async function untilNormal(url: string, withinMs: number): Promise<number | undefined> {
  const begunAt = performance.now();
  for (let inRow = 0; inRow < 10; ) {
    if (performance.now() - begunAt > withinMs) return undefined;
    const sentAt = performance.now();
    const answer = await start(url, 'plain').catch(() => undefined);
    if (answer?.status === 200 && performance.now() - sentAt < 500) inRow += 1;
    else {
      inRow = 0;
      await pause(100);
    }
  }
  return performance.now() - begunAt;
}
