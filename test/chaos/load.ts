import { setTimeout as pause } from 'node:timers/promises';
import { type HttpAnswer, post } from '../support/http/http-client.ts';

/** One start as its client sees it. */
export interface Start {
  /** the business id it was sent with; a new one for every request that was not a repeat */
  readonly businessId: string;
  /** the id in the 200, or undefined when no 200 came back */
  readonly instanceId: string | undefined;
  /** sent with an Idempotency-Key, and again until it was acknowledged */
  readonly isRepeated: boolean;
}

export interface StartLoad {
  readonly urls: readonly string[];
  readonly key: string;
  readonly clients: number;
  readonly startsPerClient: number;
  /** 0 ≤ x < 1; where the time between two starts of a client comes from */
  readonly random: () => number;
  /** called with the number of starts that are acknowledged so far */
  readonly onAcknowledged?: (count: number) => void;
  /** clients send more than `startsPerClient` until this is true; absent: they do not */
  readonly isEnough?: () => boolean;
}

const MEAN_PAUSE_MS = 60;
const RETRY_PAUSE_MS = 50;
const GIVE_UP_AFTER_MS = 60_000;

/**
 * Clients that start instances, one after the other, through whichever API answers. Every second start has a key and is repeated until it is
 * acknowledged; the others are what a careless client sends: an outcome it does not learn is followed by another start with another business id.
 * @returns every start that was sent
 */
export async function runStarts({
  urls,
  key,
  clients,
  startsPerClient,
  random,
  onAcknowledged,
  isEnough,
}: StartLoad): Promise<Start[]> {
  const starts: Start[] = [];
  let next = 0;
  let acknowledged = 0;
  const urlOf = () => urls[next++ % urls.length] as string;

  async function send(businessId: string, headers: Record<string, string>): Promise<string | undefined> {
    let answer: HttpAnswer;
    try {
      answer = await post(
        urlOf(),
        '/Execution/start',
        { WorkflowId: key, BusinessId: businessId, Variables: { n: 20 } },
        headers,
      );
    } catch {
      return undefined; // the API died in the middle: the outcome is unknown
    }
    if (answer.status === 200) return answer.json.WorkflowInstanceId;
    if (answer.status >= 500) return undefined;
    throw new Error(`a start was answered ${answer.status}: ${answer.text}`);
  }

  async function startOne(name: string, isRepeated: boolean): Promise<void> {
    const headers: Record<string, string> = isRepeated ? { 'Idempotency-Key': `key-${name}` } : {};
    const giveUpAt = performance.now() + GIVE_UP_AFTER_MS;
    for (let attempt = 1; ; attempt++) {
      const businessId = isRepeated ? name : `${name}-${attempt}`;
      const instanceId = await send(businessId, headers);
      if (!isRepeated || instanceId !== undefined) starts.push({ businessId, instanceId, isRepeated });
      if (instanceId !== undefined) {
        onAcknowledged?.(++acknowledged);
        return;
      }
      if (performance.now() > giveUpAt) throw new Error(`${name} was not acknowledged within ${GIVE_UP_AFTER_MS} ms`);
      await pause(RETRY_PAUSE_MS);
    }
  }

  async function client(number: number): Promise<void> {
    for (let i = 0; i < startsPerClient || isEnough?.() === false; i++) {
      await startOne(`${number}.${i}`, i % 2 === 0);
      await pause(random() * 2 * MEAN_PAUSE_MS);
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
  return starts;
}
