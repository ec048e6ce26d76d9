import { expect } from 'chai';
import { startApi } from '../../src/api/main.ts';
import { startWorker } from '../../src/worker/main.ts';
import { eventually } from '../support/eventually.ts';
import { type HttpAnswer, post } from '../support/http/http-client.ts';
import { deploy, start, stateOf } from '../support/http/steps.ts';
import {
  boundary,
  catching,
  eventSubProcess,
  message,
  onMessage,
  onSignal,
  processOf,
  signal,
} from '../support/models/event-elements.ts';
import { documentOf, flow, task, userTask } from '../support/models/models.ts';
import { BACKENDS, startService, type TestService } from '../support/service.ts';

/** A gateway that waits for one of two messages, again and again: a receiver that never stops waiting. */
const LOOP =
  documentOf(`${message('a', 'again')}${message('b', 'never')}<process id="loop" isExecutable="true"><startEvent id="start"/>
  <exclusiveGateway id="merge"/><eventBasedGateway id="race"/>${catching('heard', onMessage('a'))}${catching('unheard', onMessage('b'))}
  ${[
    ['start', 'merge'],
    ['merge', 'race'],
    ['race', 'heard'],
    ['race', 'unheard'],
    ['heard', 'merge'],
    ['unheard', 'merge'],
  ]
    .map(([from, to]) => flow(`${from}-${to}`, from ?? '', to ?? ''))
    .join('')}</process>`);

const throwing = (id: string, ref: string) =>
  `<intermediateThrowEvent id="${id}"><messageEventDefinition messageRef="${ref}"/></intermediateThrowEvent>`;

const MODELS: readonly string[] = [
  processOf('boundary', message('m', 'note'), [userTask('work')], boundary('noted', 'work', onMessage('m'), false)),
  processOf('event-sub-process', signal('tick'), [task('wait')], eventSubProcess('ticked', onSignal('tick'), false)),
  LOOP,
  processOf('starting', message('m', 'either'), [catching('wait', onMessage('m'))]).replace(
    '<startEvent id="start"></startEvent>',
    `<startEvent id="start">${onMessage('m')}</startEvent>`,
  ),
  processOf('throws-one', message('m', 'note'), [throwing('tell', 'm')]),
  processOf(
    'throws-five',
    message('m', 'note'),
    ['one', 'two', 'three', 'four', 'five'].map((id) => throwing(id, 'm')),
  ),
  processOf('a-then-b', message('ma', 'first') + message('mb', 'second'), [throwing('a', 'ma'), throwing('b', 'mb')]),
  processOf('wants-a-then-b', message('ma', 'first') + message('mb', 'second'), [
    catching('a', onMessage('ma')),
    catching('b', onMessage('mb')),
  ]),
];

/** Runs `once` that many times, as so many clients side by side. */
async function byClients<T>(clients: number, times: number, once: (n: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const client = async () => {
    for (let n = next++; n < times; n = next++) results.push(await once(n));
  };
  await Promise.all(Array.from({ length: clients }, client));
  return results;
}

const count = (answers: readonly HttpAnswer[], status: number) => answers.filter((answer) => answer.status === status).length;

for (const backend of BACKENDS) {
  describe(`messages and signals under load, two APIs and two workers, queue in ${backend}`, () => {
    let service: TestService;
    let urls: string[];

    before(async () => {
      service = await startService({ backend });
      await service.start(startWorker);
      urls = [service.url, (await service.start(startApi)).url ?? ''];
      for (const text of MODELS) await deploy(service.url, text);
    });
    after(() => service.stop());

    const sendMessage = (name: string) => (n: number) =>
      post(urls[n % 2] ?? '', '/Execution/message', { MessageName: name, CorrelationKey: '', Variables: {} });
    const sendSignal = (name: string) => (n: number) => post(urls[n % 2] ?? '', '/Execution/signal', { SignalName: name });
    const completions = async (id: string, activityId: string) => {
      const { completedActivities } = (await stateOf(service.url, id)) as unknown as {
        completedActivities: readonly { readonly activityId: string }[];
      };
      return completedActivities.filter((one) => one.activityId === activityId).length;
    };
    const cancel = (id: string) => post(service.url, `/Instances/${id}/cancel`, { reason: 'done' });

    for (const clients of [1, 2, 10, 50]) {
      it(`a non-interrupting boundary event takes all of 200 messages when ${clients} clients send them`, async function () {
        this.timeout(60_000);
        const id = await start(service.url, 'boundary');
        const answers = await byClients(clients, 200, sendMessage('note'));
        expect(count(answers, 200)).to.equal(200);
        await eventually('200 firings', async () => (await completions(id, 'noted')) === 200);
        await cancel(id);
      });
    }

    it('a non-interrupting event sub-process takes all of 100 signals of 20 clients', async function () {
      this.timeout(60_000);
      const id = await start(service.url, 'event-sub-process');
      const answers = await byClients(20, 100, sendSignal('tick'));
      expect(count(answers, 200)).to.equal(100);
      await eventually('100 firings', async () => (await completions(id, 'ticked-start')) === 100);
      await cancel(id);
    });

    it('an event-based gateway in a loop takes all of 100 messages of 20 clients', async function () {
      this.timeout(60_000);
      const id = await start(service.url, 'loop');
      const answers = await byClients(20, 100, sendMessage('again'));
      expect(count(answers, 200)).to.equal(100);
      await eventually('100 rounds', async () => (await completions(id, 'heard')) === 100);
      await cancel(id);
    });

    it('messages that start, and that their instance then waits for, touch two at a time', async function () {
      this.timeout(60_000);
      const answers = await byClients(5, 50, sendMessage('either'));
      expect(count(answers, 200)).to.equal(50);
      const touched = answers.map((answer) => answer.json.WorkflowInstanceIds as string[]);
      expect(touched.every((ids) => ids.length === 1)).to.equal(true);
      // every second one starts, every second one completes what the one before has started
      expect(new Set(touched.flat()).size).to.equal(25);
    });

    it('a boundary event hears every one of 200 instances that throw its message once', async function () {
      this.timeout(60_000);
      const id = await start(service.url, 'boundary');
      await byClients(20, 200, (n) => start(urls[n % 2] ?? '', 'throws-one'));
      await eventually('200 firings', async () => (await completions(id, 'noted')) === 200, { withinMs: 30_000 });
      await cancel(id);
    });

    it('a boundary event hears all of 100 messages that 20 instances throw, five each in one run', async function () {
      this.timeout(60_000);
      const id = await start(service.url, 'boundary');
      await byClients(20, 20, (n) => start(urls[n % 2] ?? '', 'throws-five'));
      await eventually('100 firings', async () => (await completions(id, 'noted')) === 100, { withinMs: 30_000 });
      await cancel(id);
    });

    it('what an instance throws arrives in order: none of 60 receivers of A, then B, stays behind', async function () {
      this.timeout(60_000);
      for (let round = 0; round < 60; round += 1) {
        const id = await start(service.url, 'wants-a-then-b');
        await start(urls[round % 2] ?? '', 'a-then-b');
        await eventually(`receiver ${round} has heard both`, async () => (await stateOf(service.url, id)).isCompleted);
      }
    });
  });
}
