import { expect } from 'chai';
import { BUNDLED_TASK_TYPES } from '../../../../src/platform/config/config-engine.ts';
import { builtinPlugins, delayTask, logTask } from '../../../../src/plugins/builtin/builtins.ts';
import { broadcastSignal, type EventPublisher, publishMessage } from '../../../../src/plugins/builtin/messages-and-signals.ts';
import { registerPlugins } from '../../../../src/plugins/registry.ts';
import { contextOf, contextWithLines, failureOf, readableLog, run } from './plugin-run.ts';

/** An engine that remembers requests, gives the prepared answers, and answers a key it knows as it did before. */
function recordingEngine(...answers: readonly (readonly string[] | undefined)[]) {
  const asked: { readonly what: object; readonly key: string }[] = [];
  const record = new Map<string, readonly string[] | undefined>();
  const left = [...answers];
  const ask = async (what: object, key: string) => {
    asked.push({ what, key });
    if (!record.has(key)) record.set(key, left.shift());
    return record.get(key);
  };
  const engine: EventPublisher = { publishMessage: ask, broadcastSignal: ask };
  return { engine, asked };
}

describe('log', () => {
  it('writes the text as a property when it runs', async () => {
    const { context, lines } = contextWithLines();
    await run(logTask, { message: 'hello\n{"level":"Error"}', level: 'WARN' }, context);
    expect(lines).to.deep.equal([{ level: 'warn', message: 'log task', details: { Text: 'hello\n{"level":"Error"}' } }]);
  });

  it('writes on level info and no more than 1000 characters when nothing is specified', async () => {
    const { context, lines } = contextWithLines();
    await run(logTask, { message: 'a'.repeat(5000) }, context);
    expect(lines).to.deep.equal([{ level: 'info', message: 'log task', details: { Text: 'a'.repeat(1000) } }]);
  });

  for (const [input, message] of [
    [{ message: 1 }, 'message must be a text.'],
    [{ message: 'a', level: 'loud' }, 'level must be debug, info, warn or error.'],
    [{ message: 'a', level: 'constructor' }, 'level must be debug, info, warn or error.'],
  ] as const) {
    it(`fails with 400 when it gets ${JSON.stringify(input)}`, async () => {
      expect(await failureOf(logTask, input)).to.include({ code: '400', message });
    });
  }
});

describe('delay', () => {
  it('shows how long it waited when it is over', async () => {
    const { __response } = (await run(delayTask, { delayMs: 5 })) as { __response: { waitedMs: number } };
    expect(__response.waitedMs).to.be.at.least(4);
  });

  it('ends immediately when its signal is aborted', async () => {
    const stop = new AbortController();
    const running = run(delayTask, { delayMs: 3_600_000 }, contextOf(), stop.signal);
    stop.abort();
    expect(await running.catch((error: Error) => error.name)).to.equal('AbortError');
  });

  for (const delayMs of [-1, 3_600_001, '5', null]) {
    it(`fails with 400 when it is asked to wait ${delayMs} ms`, async () => {
      expect((await failureOf(delayTask, { delayMs })).code).to.equal('400');
    });
  }
});

const BUSINESS_ID = 'businessId must have at most 256 characters, no control characters, no white space at its ends.';

describe('publish-message', () => {
  const input = { messageName: 'paid', correlationKey: '7', businessId: 'o-7', variables: { amount: 5 } };

  it('hands the message to the engine once per task when it runs', async () => {
    const { engine, asked } = recordingEngine(['i-1']);
    expect(await run(publishMessage(engine), input)).to.deep.equal({ __response: { instanceIds: ['i-1'] } });
    const what = { name: 'paid', correlationKey: '7', businessId: 'o-7', variables: { amount: 5 } };
    expect(asked).to.deep.equal([{ what, key: '33333333-3333-4333-8333-333333333333:1' }]);
  });

  it('changes nothing when an earlier run has reached the engine', async () => {
    const { engine, asked } = recordingEngine(['i-1'], ['i-2']);
    await run(publishMessage(engine), input, contextOf({ attempt: 1 }));
    expect(await run(publishMessage(engine), input, contextOf({ attempt: 2 }))).to.deep.equal({
      __response: { instanceIds: ['i-1'] },
    });
    expect(new Set(asked.map(({ key }) => key)).size).to.equal(1);
  });

  it('tries again when the earlier run found no instance', async () => {
    const { engine } = recordingEngine(undefined, ['i-2']);
    const plugin = publishMessage(engine);
    const failure = await failureOf(plugin, { ...input, mustBeReceived: true }, contextOf({ attempt: 1 }));
    expect(failure).to.include({ code: '404', isRetryable: true });
    const second = await run(plugin, { ...input, mustBeReceived: true }, contextOf({ attempt: 2 }));
    expect(second).to.deep.equal({ __response: { instanceIds: ['i-2'] } });
  });

  it('ends well when nothing waits and nothing has to', async () => {
    const { engine, asked } = recordingEngine(undefined);
    expect(await run(publishMessage(engine), { messageName: 'paid' })).to.deep.equal({ __response: { instanceIds: [] } });
    expect(asked[0]?.what).to.deep.equal({ name: 'paid', correlationKey: '', businessId: null, variables: {} });
  });

  for (const [wrong, message] of [
    [{ messageName: '' }, 'messageName is required.'],
    [{ messageName: 1 }, 'messageName must be a text.'],
    [{ messageName: 'a\0' }, 'messageName contains a character that cannot be stored.'],
    [{ messageName: 'a', correlationKey: '\ud800' }, 'correlationKey contains a character that cannot be stored.'],
    [{ messageName: 'a', businessId: ' b' }, BUSINESS_ID],
    [{ messageName: 'a', businessId: 'b\u0085' }, BUSINESS_ID],
    [{ messageName: 'a', businessId: 'b\nc' }, BUSINESS_ID],
    [{ messageName: 'a', businessId: 'b'.repeat(257) }, BUSINESS_ID],
    [{ messageName: 'a', variables: [] }, 'variables must be a map.'],
    [{ messageName: 'a', mustBeReceived: 'yes' }, 'mustBeReceived must be true or false.'],
  ] as const) {
    it(`fails with 400 when it gets ${JSON.stringify(wrong).slice(0, 80)}`, async () => {
      expect(await failureOf(publishMessage(recordingEngine().engine), wrong)).to.include({ code: '400', message });
    });
  }
});

describe('broadcast-signal', () => {
  it('hands the signal to the engine when it runs', async () => {
    const { engine, asked } = recordingEngine(['i-1', 'i-2']);
    const result = await run(broadcastSignal(engine), { signalName: 'alarm', variables: { a: 1 } });
    expect(result).to.deep.equal({ __response: { instanceIds: ['i-1', 'i-2'] } });
    expect(asked).to.deep.equal([
      { what: { name: 'alarm', variables: { a: 1 } }, key: '33333333-3333-4333-8333-333333333333:1' },
    ]);
  });

  it('ends well when nothing waits', async () => {
    expect(await run(broadcastSignal(recordingEngine(undefined).engine), { signalName: 'alarm' })).to.deep.equal({
      __response: { instanceIds: [] },
    });
  });

  it('fails with 400 when it has no name', async () => {
    expect(await failureOf(broadcastSignal(recordingEngine().engine), {})).to.include({
      code: '400',
      message: 'signalName is required.',
    });
  });
});

describe('the bundled plugins', () => {
  const { engine } = recordingEngine();
  const settings = {
    engine,
    log: readableLog().log,
    restCall: { denyPrivateNetworks: true, allowedNetworks: [] },
    email: undefined,
  };

  it('are usable by a host when the configuration offers all of them', () => {
    const all = builtinPlugins({ ...settings, email: { smtpUrl: 'smtp://mail.test', from: undefined } });
    expect([...registerPlugins(all).keys()]).to.have.members([
      'rest-call',
      'email',
      'log',
      'delay',
      'publish-message',
      'broadcast-signal',
    ]);
  });

  it('are those that remote workers do not get, when all are offered', () => {
    const all = builtinPlugins({ ...settings, email: { smtpUrl: 'smtp://mail.test', from: undefined } });
    expect(all.map(({ taskType }) => taskType)).to.have.members([...BUNDLED_TASK_TYPES]);
  });

  it('take no secrets when they would store them in variables', () => {
    const types = builtinPlugins(settings).filter(({ takesSecrets }) => takesSecrets === false);
    expect(types.map(({ taskType }) => taskType)).to.have.members(['publish-message', 'broadcast-signal']);
  });

  it('leave out what the configuration does not offer when it is switched off', () => {
    const types = builtinPlugins({ ...settings, restCall: undefined }).map(({ taskType }) => taskType);
    expect(types).to.have.members(['log', 'delay', 'publish-message', 'broadcast-signal']);
  });
});
