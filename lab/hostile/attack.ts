import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { endWithUs } from '../../test/support/end-with-us.ts';
import { http } from '../../test/support/http/http-client.ts';
import { startIssuer } from '../../test/support/oidc-issuer.ts';
import { seededRandom } from '../../test/support/random.ts';
import { type Corpus, diceOf, type HostileContext, type HostileInput, type Surface } from './corpus.ts';

/** Request of an attack. */
export interface AttackOptions {
  readonly corpora: readonly Corpus[];
  readonly seed: number;
  /** number of inputs of each corpus; absent: the default of the corpus */
  readonly count?: number;
  /** only every n-th of them; absent: all */
  readonly every?: number;
  /** called after every corpus */
  readonly onCorpus?: (result: CorpusResult) => void;
}

/** An input that the service did not bear. */
export interface Failure {
  readonly corpus: string;
  readonly n: number;
  readonly name: string;
  readonly what: string;
}

/** Result of one corpus. Times: unit ms. */
export interface CorpusResult {
  readonly name: string;
  readonly inputs: number;
  readonly requests: number;
  /** answers by the first digit of their status */
  readonly byClass: ReadonlyMap<number, number>;
  readonly slowestMs: number;
  readonly slowest: string;
  /** longest delay of the sender's own loop: what the machine adds to every time */
  readonly loopMs: number;
  readonly failures: readonly Failure[];
}

/** A whole run. `alarms`: lines of the service's log that no input may be the cause of. */
export interface AttackResult {
  readonly corpora: readonly CorpusResult[];
  readonly alarms: readonly string[];
  /** longest delay of the service's loop */
  readonly serviceLoopMs: number;
}

type Urls = Readonly<Partial<Record<Surface, string>>>;

const CONNECTIONS = 4;
/** From here on an answer counts as none. */
const UNANSWERED_MS = 30_000;

/** Sends the inputs of corpora to its own service. */
export async function attack({ corpora, seed, count, every = 1, onCorpus }: AttackOptions): Promise<AttackResult> {
  const issuer = await startIssuer({ alice: { preferred_username: 'alice' } });
  const victim = await startVictim(
    corpora.map(({ surface }) => surface),
    issuer.url,
  );
  const context: HostileContext = { forge: issuer.forge, forgeBytes: issuer.forgeBytes };
  const results: CorpusResult[] = [];
  for (const corpus of corpora) {
    const all = await inputsOf(corpus, seed, count ?? corpus.count, context);
    const inputs = [...all.entries()].filter(([n]) => n % every === 0);
    const result = await sendAll(corpus, inputs, victim);
    results.push(result);
    onCorpus?.(result);
    if (victim.hasDied()) break;
  }
  const { alarms, loopMs } = await victim.end();
  await issuer.close();
  return { corpora: results, alarms, serviceLoopMs: loopMs };
}

/** Each input has its own numbers, so the n-th input is the same in every selection. */
async function inputsOf(corpus: Corpus, seed: number, count: number, context: HostileContext): Promise<readonly HostileInput[]> {
  const written = await corpus.written(context);
  const inputs: HostileInput[] = written.slice(0, count);
  for (let n = inputs.length; n < count; n += 1) {
    inputs.push(await corpus.make(diceOf(seededRandom(seed * 1_000_003 + n)), n, context));
  }
  return inputs;
}

interface Victim {
  readonly urls: Urls;
  readonly hasDied: () => boolean;
  readonly end: () => Promise<{ readonly alarms: readonly string[]; readonly loopMs: number }>;
}

async function startVictim(surfaces: readonly Surface[], issuer: string): Promise<Victim> {
  const path = fileURLToPath(new URL('./victim.ts', import.meta.url));
  const env = { ...process.env, ISSUER: issuer, SURFACES: surfaces.join() };
  const child: ChildProcess = fork(path, { execArgv: ['--import', 'tsx'], env });
  const stay = endWithUs(() => child.kill('SIGKILL'));
  let code: number | string | undefined;
  const ended = once(child, 'exit').then(([status, signal]) => {
    code = status ?? signal;
    stay();
  });
  const urls = await Promise.race([once(child, 'message').then(([message]) => message as Urls), ended.then(() => undefined)]);
  if (urls === undefined) throw new Error(`the service under attack did not start: ${code}`);
  return {
    urls,
    hasDied: () => code !== undefined,
    async end() {
      if (code !== undefined) return { alarms: [`the service ended with ${code}`], loopMs: 0 };
      child.send('end');
      const [report] = (await once(child, 'message')) as [{ alarms: readonly object[]; loopMs: number }];
      await ended;
      return { alarms: report.alarms.map((alarm) => JSON.stringify(alarm).slice(0, 600)), loopMs: report.loopMs };
    },
  };
}

async function sendAll(
  corpus: Corpus,
  inputs: readonly (readonly [n: number, input: HostileInput])[],
  victim: Victim,
): Promise<CorpusResult> {
  const byClass = new Map<number, number>();
  const failures: Failure[] = [];
  let [requests, slowestMs, slowest] = [0, 0, '-'];
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const queue = inputs.values();
  const url = victim.urls[corpus.surface] ?? '';
  const connection = async () => {
    for (const [n, input] of queue) {
      for (const request of input.requests) {
        if (victim.hasDied()) return;
        const fail = (what: string) => failures.push({ corpus: corpus.name, n, name: input.name, what });
        const begun = performance.now();
        const status = await statusOf(url, request);
        const tookMs = performance.now() - begun;
        requests += 1;
        byClass.set(Math.floor(status / 100), (byClass.get(Math.floor(status / 100)) ?? 0) + 1);
        if (tookMs > slowestMs) [slowestMs, slowest] = [tookMs, input.name];
        if (victim.hasDied()) fail('the service has died');
        else if (status === UNANSWERED) fail(`no answer to ${request.path.slice(0, 100)}`);
        else if (status >= 500) fail(`status ${status} to ${request.path.slice(0, 100)}`);
        else if (tookMs > corpus.limitMs) fail(`${Math.round(tookMs)} ms, more than ${corpus.limitMs}`);
        if (status >= 400 || status === CLOSED) break;
      }
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  delay.disable();
  return { name: corpus.name, inputs: inputs.length, requests, byClass, slowestMs, slowest, loopMs: delay.max / 1e6, failures };
}

/** The service may close a connection that does not send HTTP. This counts as an answer. */
const CLOSED = 0;
const UNANSWERED = -1;

async function statusOf(url: string, request: HostileInput['requests'][number]): Promise<number> {
  const timeout = new Promise<number>((resolve) => setTimeout(resolve, UNANSWERED_MS, UNANSWERED).unref());
  const answer = http(url, request).then(
    ({ status }) => status,
    () => CLOSED,
  );
  return Promise.race([answer, timeout]);
}
