import { expect } from 'chai';
import { runTask } from '../../../src/plugin-host/run-task.ts';
import type { Secrets } from '../../../src/plugin-host/secrets/open-secrets.ts';
import { type Plugin, type PluginContext, TaskFailure } from '../../../src/plugins/plugin.ts';
import { registerPlugins } from '../../../src/plugins/registry.ts';
import type { LockedTask } from '../../../src/store/custom-task-locks.ts';

const TASK: LockedTask = {
  taskId: 't',
  instanceId: 'i',
  entry: 1,
  taskType: 'probe',
  definitionId: 'd',
  processKey: 'p',
  activityId: 'a',
  businessId: null,
  input: {},
  attempt: 1,
  losses: 0,
  failures: 0,
  attempts: null,
  traceparent: null,
  secrets: null,
  errorMessage: null,
  priority: 0,
};

const NO_SECRETS: Secrets = { find: async () => undefined };

function run(execute: Plugin['execute'], task: Partial<LockedTask> = {}, signal = new AbortController().signal) {
  const [plugin] = registerPlugins([{ taskType: 'probe', execute }]).values();
  if (plugin === undefined) throw new Error('no plugin');
  return runTask(plugin, { ...TASK, ...task }, () => ({}) as PluginContext, signal, NO_SECRETS);
}
const failed = (code: string, message: string, more: object = {}) => ({
  kind: 'failed',
  code,
  message,
  isRetryable: true,
  retryAfterMs: null,
  ...more,
});

describe('one run of a plugin', () => {
  it('is completed when it returns names and values, or nothing', async () => {
    expect(await run(() => ({ a: [1, null] }))).to.deep.equal({ kind: 'completed', result: { a: [1, null] } });
    expect(await run(async () => undefined)).to.deep.equal({ kind: 'completed', result: {} });
  });

  it('is failed and not repeated when its inputs name a secret and the plugin takes none', async () => {
    const execute = () => {
      throw new Error('it ran');
    };
    const [plugin] = registerPlugins([{ taskType: 'probe', takesSecrets: false, execute }]).values();
    if (plugin === undefined) throw new Error('no plugin');
    const task = { ...TASK, secrets: { variables: ['BANK'] } };
    const ended = await runTask(plugin, task, () => ({}) as PluginContext, new AbortController().signal, NO_SECRETS);
    const message = "Input 'variables' names a secret, but 'probe' takes none";
    expect(ended).to.deep.equal(failed('SECRET_UNAVAILABLE', message, { isRetryable: false }));
  });

  it('keeps values as JSON has them when they are something else', async () => {
    const odd = { date: new Date(0), nothing: undefined, number: Number.NaN };
    expect(await run(() => odd as never)).to.deep.equal({
      kind: 'completed',
      result: { date: '1970-01-01T00:00:00.000Z', number: null },
    });
  });

  const results: readonly [why: string, result: unknown][] = [
    ['a text', 'text'],
    ['a list', [1]],
    ['a circle', Object.assign({ self: {} }, { big: 1n })],
    ['too large', { text: 'x'.repeat(16_777_217) }],
  ];
  for (const [why, result] of results) {
    it(`is failed with 500 and not repeated when the result is ${why}`, async () => {
      const ended = await run(() => result as never);
      expect(ended).to.deep.include({ kind: 'failed', code: '500', isRetryable: false });
    });
  }

  it('is failed with code and message when it throws the typed failure', async () => {
    const throws = (failure: unknown) => () => {
      throw failure;
    };
    expect(await run(throws(new TaskFailure('E', 'm')))).to.deep.equal(failed('E', 'm'));
    expect(await run(throws(new TaskFailure('E', 'm', { isRetryable: false, retryAfterMs: 7 })))).to.deep.equal(
      failed('E', 'm', { isRetryable: false, retryAfterMs: 7 }),
    );
    expect(await run(throws(new TaskFailure('c'.repeat(300), 'm'.repeat(3000))))).to.deep.equal(
      failed('c'.repeat(256), 'm'.repeat(2000)),
    );
  });

  it('is failed with 500 when it throws anything else, immediately or later', async () => {
    expect(await run(() => Promise.reject(new Error('later')))).to.deep.equal(failed('500', 'later'));
    expect(await run(() => Promise.reject('text'))).to.deep.equal(failed('500', 'text'));
  });

  it('is interrupted when it throws after the abort, and completed when it returns all the same', async () => {
    const aborted = AbortSignal.abort();
    expect(await run(() => Promise.reject(new TaskFailure('E', 'm')), {}, aborted)).to.deep.equal({ kind: 'interrupted' });
    expect(await run(() => ({ a: 1 }), {}, aborted)).to.deep.equal({ kind: 'completed', result: { a: 1 } });
  });

  it('does not begin when ten hosts have vanished under the task', async () => {
    const begun: string[] = [];
    const ended = await run(() => ({ runs: begun.push('again') }), { losses: 10 });
    expect(begun).to.deep.equal([]);
    expect(ended).to.deep.include({ kind: 'failed', code: '500', isRetryable: false });
  });
});
