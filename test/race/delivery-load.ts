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
import { startService, type TestService, TIER_BACKENDS } from '../support/service.ts';

/** A gateway that waits for one of two messages, repeatedly: a receiver that never stops waiting. */
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

/** Runs `once` that many times, as that many clients side by side. */
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

/** How much the clients do. */
export interface Load {
  readonly clients: readonly number[];
  readonly messages: number;
  readonly signals: number;
  readonly rounds: number;
  readonly starts: number;
  readonly throwers: number;
  readonly throwersOfFive: number;
  readonly receivers: number;
}

/** Crowds messages, signals and their order on one queue. */
export function describeDeliveryLoad(load: Load): void {
  for (const backend of TIER_BACKENDS) {
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

      for (const clients of load.clients) {
        it(`a non-interrupting boundary event takes all of ${load.messages} messages when ${clients} clients send them`, async () => {
          const id = await start(service.url, 'boundary');
          const answers = await byClients(clients, load.messages, sendMessage('note'));
          expect(count(answers, 200)).to.equal(load.messages);
          await eventually('all firings', async () => (await completions(id, 'noted')) === load.messages);
          await cancel(id);
        });
      }

      it(`a non-interrupting event sub-process takes all of ${load.signals} signals of 20 clients`, async () => {
        const id = await start(service.url, 'event-sub-process');
        const answers = await byClients(20, load.signals, sendSignal('tick'));
        expect(count(answers, 200)).to.equal(load.signals);
        await eventually('all firings', async () => (await completions(id, 'ticked-start')) === load.signals);
        await cancel(id);
      });

      it(`an event-based gateway in a loop takes all of ${load.rounds} messages of 20 clients`, async () => {
        const id = await start(service.url, 'loop');
        const answers = await byClients(20, load.rounds, sendMessage('again'));
        expect(count(answers, 200)).to.equal(load.rounds);
        await eventually('all rounds', async () => (await completions(id, 'heard')) === load.rounds);
        await cancel(id);
      });

      it('messages that start, and that their instance then waits for, touch two at a time', async () => {
        const answers = await byClients(5, load.starts, sendMessage('either'));
        expect(count(answers, 200)).to.equal(load.starts);
        const touched = answers.map((answer) => answer.json.WorkflowInstanceIds as string[]);
        expect(touched.every((ids) => ids.length === 1)).to.equal(true);
        // every second one starts, every second one completes what the one before has started
        expect(new Set(touched.flat()).size).to.equal(load.starts / 2);
      });

      it(`a boundary event hears every one of ${load.throwers} instances that throw its message once`, async () => {
        const id = await start(service.url, 'boundary');
        await byClients(20, load.throwers, (n) => start(urls[n % 2] ?? '', 'throws-one'));
        await eventually('all firings', async () => (await completions(id, 'noted')) === load.throwers);
        await cancel(id);
      });

      it(`a boundary event hears all messages that ${load.throwersOfFive} instances throw, five each in one run`, async () => {
        const id = await start(service.url, 'boundary');
        await byClients(20, load.throwersOfFive, (n) => start(urls[n % 2] ?? '', 'throws-five'));
        await eventually('all firings', async () => (await completions(id, 'noted')) === 5 * load.throwersOfFive);
        await cancel(id);
      });

      it(`what an instance throws arrives in order: none of ${load.receivers} receivers of A, then B, stays behind`, async () => {
        for (let round = 0; round < load.receivers; round += 1) {
          const id = await start(service.url, 'wants-a-then-b');
          await start(urls[round % 2] ?? '', 'a-then-b');
          await eventually(`receiver ${round} has heard both`, async () => (await stateOf(service.url, id)).isCompleted);
        }
      });
    });
  }
}
