import { once } from 'node:events';
import { expect } from 'chai';
import {
  BpmnError,
  LockLost,
  openClient,
  RetryLater,
  Stopped,
  type TaskHandler,
  type WorkOptions,
} from '../../../src/client/index.ts';
import { eventually, soon } from '../../support/eventually.ts';
import { type StubServer, startStub } from '../../support/servers/stub-server.ts';
import { itFull } from '../../support/tier.ts';

interface Told {
  readonly id: string;
  readonly act: string;
  readonly body: Readonly<Record<string, unknown>>;
}

describe('a worker of the client', () => {
  let stub: StubServer;
  let waiting: string[] = [];
  let told: Told[] = [];
  /** status of an answer, by act; else 200 */
  let refusals: Readonly<Record<string, () => number>> = {};
  let faults: string[] = [];
  /** answers to requests for tasks wait for it */
  let held = Promise.resolve();
  /** requests that wait; those of a test that is over must not take the tasks of the next one */
  let polls: NodeJS.Timeout[] = [];
  before(async () => {
    stub = await startStub(({ path, body }, response) => {
      const [, , id = '', act = ''] = path.split('/');
      const asked = JSON.parse(body);
      const status = refusals[act]?.() ?? 200;
      const answer = (value: unknown) => {
        if (response.writableEnded || response.destroyed) return;
        response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
      };
      if (act !== 'fetch-and-lock') told.push({ id, act, body: asked });
      if (status !== 200) return answer({ detail: `refused with ${status}` });
      if (act !== 'fetch-and-lock') return answer({});
      const give = () =>
        answer({
          tasks: waiting
            .splice(0, asked.MaxTasks)
            .map((taskId) => ({ activityInstanceId: taskId, lockToken: `lock ${taskId}`, input: {} })),
        });
      // a request that waits
      if (waiting.length > 0) void held.then(give);
      else polls.push(setTimeout(give, asked.WaitSeconds * 1000).unref());
    });
  });
  after(() => stub.close());
  beforeEach(() => {
    for (const poll of polls) clearTimeout(poll);
    polls = [];
    waiting = [];
    told = [];
    refusals = {};
    faults = [];
  });
  const work = (handler: TaskHandler, options: WorkOptions = {}) =>
    openClient({ url: stub.url }).work('quote', handler, {
      onFault: (fault) => faults.push((fault as Error).message),
      ...options,
    });
  const toldOf = (act: string) => told.filter((one) => one.act === act);

  itFull('does 300 tasks once each, no more at a time than it may, when all wait', async () => {
    waiting = Array.from({ length: 300 }, (_, i) => `t${i}`);
    let most = 0;
    const worker = work(
      async () => {
        most = Math.max(most, worker.running);
        return {};
      },
      { concurrency: 50 },
    );
    await eventually('all of them', () => toldOf('complete').length >= 300, { withinMs: 100_000 });
    await worker.stop();
    expect(new Set(toldOf('complete').map(({ id }) => id)).size).to.equal(300);
    expect([toldOf('complete').length, toldOf('fail'), most <= 50, faults]).to.deep.equal([300, [], true, []]);
  });

  it('reports each outcome as the API wants it when handlers return and throw', async () => {
    waiting = ['done', 'nothing', 'bpmn', 'later', 'other', 'blank', 'unwritable'];
    const outcomes: Record<string, () => unknown> = {
      done: () => ({ price: 3 }),
      nothing: () => undefined,
      bpmn: () => {
        throw new BpmnError('DECLINED', 'no money');
      },
      later: async () => {
        throw new RetryLater('busy', { afterSeconds: 9, code: 'BUSY' });
      },
      other: () => {
        throw new Error('half \ud800 of \0 it');
      },
      blank: () => {
        throw '';
      },
      unwritable: () => ({ big: 1n }),
    };
    const worker = work((task) => outcomes[task.activityInstanceId]?.() as undefined);
    await eventually('all of them', () => told.length >= 7);
    await worker.stop();
    const bodies = Object.fromEntries(told.map(({ id, act, body: { LockToken: token, ...body } }) => [id, [act, token, body]]));
    expect(bodies).to.deep.equal({
      done: ['complete', 'lock done', { Variables: { price: 3 } }],
      nothing: ['complete', 'lock nothing', {}],
      bpmn: ['fail', 'lock bpmn', { ErrorCode: 'DECLINED', ErrorMessage: 'no money', IsRetryable: false }],
      later: ['fail', 'lock later', { ErrorCode: 'BUSY', ErrorMessage: 'busy', IsRetryable: true, RetryAfterSeconds: 9 }],
      other: ['fail', 'lock other', { ErrorMessage: 'half \ufffd of   it', IsRetryable: true }],
      blank: ['fail', 'lock blank', { ErrorMessage: 'failed', IsRetryable: true }],
      unwritable: [
        'fail',
        'lock unwritable',
        {
          ErrorCode: '500',
          ErrorMessage: 'The result cannot be taken: the body cannot be written as JSON: Do not know how to serialize a BigInt',
          IsRetryable: true,
        },
      ],
    });
    expect(faults).to.deep.equal([]);
  });

  // slow: the shortest lock is extended once a second
  it('extends the lock while the handler runs, and stops extending when it has ended', async () => {
    waiting = ['slow', 'next'];
    const extensionsOf = (task: string) => toldOf('extend-lock').filter(({ id }) => id === task).length;
    const worker = work(
      async ({ activityInstanceId: id }) => {
        await eventually('two extensions', () => extensionsOf(id) >= 2, { withinMs: 100_000 });
        return {};
      },
      { lockSeconds: 3, concurrency: 1 },
    );
    await eventually('both results', () => toldOf('complete').length === 2, { withinMs: 100_000 });
    await worker.stop();
    // one may have been under way when the handler ended
    expect(extensionsOf('slow')).to.be.at.most(3);
    expect(toldOf('extend-lock')[0]?.body).to.deep.equal({ LockToken: 'lock slow', LockSeconds: 3 });
  });

  it('aborts the handler and reports nothing when the lock is lost', async () => {
    waiting = ['lost'];
    refusals = { 'extend-lock': () => 409 };
    let reason: unknown;
    const handler: TaskHandler = async (_, { signal }) => {
      await once(signal, 'abort');
      reason = signal.reason;
      return { late: true };
    };
    const worker = work(handler, { lockSeconds: 3 });
    await eventually('the end', () => reason !== undefined && worker.running === 0);
    await worker.stop();
    expect(reason).to.be.instanceOf(LockLost);
    // on a machine that has other work an extension may be late, and come twice
    expect(new Set(told.map(({ act }) => act))).to.deep.equal(new Set(['extend-lock']));
    expect(faults.filter((fault) => !fault.endsWith('does not answer in time'))).to.deep.equal([]);
  });

  // slow: the shortest lock is extended once a second
  it('continues with the handler and reports the result when the lock cannot be extended for a while', async () => {
    waiting = ['kept'];
    refusals = { 'extend-lock': () => 503 };
    const handler: TaskHandler = async (_, { signal }) => {
      await eventually('a fault', () => faults.length > 0, { withinMs: 100_000 });
      expect(signal.aborted).to.equal(false);
      return {};
    };
    const worker = work(handler, { lockSeconds: 3 });
    await eventually('the result', () => toldOf('complete').length === 1, { withinMs: 100_000 });
    await worker.stop();
  });

  // slow: a call has its shortest time limit, several times
  it('reports the result until it is taken, under one key, when the service is away for longer than a call may take', async () => {
    waiting = ['done'];
    let left = 4;
    refusals = { complete: () => (left-- > 0 ? 503 : 200) };
    const client = openClient({ url: stub.url, timeoutMs: 50, attempts: 2 });
    const worker = client.work('quote', () => ({}), { onFault: (fault) => faults.push(String(fault)) });
    await eventually('five attempts', () => toldOf('complete').length === 5, { withinMs: 100_000 });
    await worker.stop();
    const keys = stub.requests
      .filter(({ path }) => path.endsWith('/done/complete'))
      .map(({ headers }) => headers['idempotency-key']);
    expect([new Set(keys.slice(-5)).size, faults]).to.deep.equal([1, []]);
  });

  it('fails the task when the service does not take its result', async () => {
    waiting = ['large'];
    refusals = { complete: () => 413 };
    const worker = work(() => ({ large: 'x' }));
    await eventually('the failure', () => toldOf('fail').length === 1);
    await worker.stop();
    expect(toldOf('fail')[0]?.body['ErrorMessage']).to.equal('The result cannot be taken: refused with 413');
  });

  it('finishes what runs and takes no more when it is stopped', async () => {
    waiting = Array.from({ length: 10 }, (_, i) => `t${i}`);
    let finish: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const worker = work(() => finished.then(() => ({})), { concurrency: 4 });
    await eventually('four at work', () => worker.running === 4);
    const stopped = worker.stop();
    finish();
    await stopped;
    expect([toldOf('complete').length, waiting.length, worker.running]).to.deep.equal([4, 6, 0]);
    await worker.ended;
  });

  it('gives back what does not end when its time is over, and reports nothing of it later', async () => {
    waiting = ['endless'];
    let reason: unknown;
    let finish: (value: object) => void = () => undefined;
    const worker = work((_, { signal }) => {
      signal.addEventListener('abort', () => {
        reason = signal.reason;
      });
      return new Promise<Record<string, unknown>>((resolve) => {
        finish = resolve as typeof finish;
      });
    });
    await eventually('it at work', () => worker.running === 1);
    await soon('the stop', worker.stop({ graceSeconds: 0.2 }));
    expect(reason).to.be.instanceOf(Stopped);
    finish({ late: true });
    await worker.stop();
    expect(told.map(({ act, body }) => [act, body['LockSeconds']])).to.deep.equal([['extend-lock', 1]]);
  });

  it('gives back what the last request brings when it is answered behind the stop', async () => {
    const round = async () => {
      let release: () => void = () => undefined;
      held = new Promise((resolve) => {
        release = resolve;
      });
      waiting = ['late'];
      const before = stub.requests.length;
      const worker = work(() => expect.fail('it has begun'));
      await eventually('the request', () => stub.requests.length > before);
      const stopped = worker.stop();
      release();
      await soon('the stop', stopped);
      return told.length > 0;
    };
    // a stop waits a second for that answer, which may be too short for a machine that has other work
    await eventually('a task given back', round);
    expect(told.map(({ id, act, body }) => [id, act, body['LockSeconds']])).to.deep.equal([['late', 'extend-lock', 1]]);
  });

  it('stops soon when it waits for tasks, and leaves no request open', async () => {
    const worker = work(() => ({}), { waitSeconds: 60 });
    const before = stub.requests.length;
    await eventually('a request', () => stub.requests.length > before || stub.requests.length > 0);
    await soon('the stop', worker.stop());
  });

  it('asks again, later each time, when requests for tasks fail, and reports it', async () => {
    refusals = { 'fetch-and-lock': () => (faults.length < 3 ? 503 : 200) };
    waiting = ['one'];
    const worker = work(() => ({}));
    await eventually('the result', () => toldOf('complete').length === 1);
    await worker.stop();
    expect(faults).to.deep.equal(['refused with 503', 'refused with 503', 'refused with 503']);
  });

  it('continues when the listener to faults throws', async () => {
    let count = 0;
    refusals = { 'fetch-and-lock': () => (++count < 3 ? 500 : 200) };
    waiting = ['one'];
    const worker = work(() => ({}), {
      onFault: () => {
        throw new Error('the listener');
      },
    });
    await eventually('the result', () => toldOf('complete').length === 1);
    await worker.stop();
  });

  it('does not begin when the options are invalid', () => {
    for (const options of [{ concurrency: 0 }, { lockSeconds: 2 }, { waitSeconds: 61 }, { concurrency: 1.5 }])
      expect(() => work(() => ({}), options), JSON.stringify(options)).to.throw(/must be a whole number from/);
  });
});
