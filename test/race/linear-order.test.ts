// tier all: large counts; test/race/delivery-load.test.ts shows the order

import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import type { Command, Reply } from '../../src/messages/commands.ts';
import { newId } from '../../src/platform/ids.ts';
import type { DeliveryTools } from '../../src/worker/delivery/delivery-tools.ts';
import { setPause } from '../../src/worker/pause-points.ts';
import { startOf } from '../support/commands.ts';
import { catching, message, onMessage, onSignal, signal } from '../support/models/event-elements.ts';
import { documentOf, flow } from '../support/models/models.ts';
import { seededRandom } from '../support/random.ts';
import { randomRuns } from '../support/tier.ts';
import { deliverTo, openWriteSide, type WriteSide } from '../support/write-side.ts';
import { linearOrderOf, type Operation, type Rules } from './linear-order.ts';

/** Histories of the gate, always of the same seeds; the nightly run asks for more, of others. */
const RUNS = randomRuns(15);
const SEED = Number(process.env['PROPERTY_SEED'] ?? 1);
const CLIENTS = 4;
const OPERATIONS = 10;
/** Commands of one command batch, at most: they run in one transaction. */
const TOGETHER = 3;
const EVENTS: readonly string[] = ['a', 'b', 'c', 'start-a', 'start-b', 'cancel'];

interface Kind {
  readonly name: string;
  readonly roots: string;
  on(event: string): string;
  send(event: string): Command;
  readonly startsAlways: boolean;
}

const KINDS: readonly Kind[] = [
  {
    name: 'messages',
    roots: message('a', 'a') + message('b', 'b') + message('c', 'c'),
    on: onMessage,
    send: (name) => ({ kind: 'DeliverMessage', id: newId(), name, correlationKey: '', variables: {}, businessId: null }),
    startsAlways: false,
  },
  {
    name: 'signals',
    roots: signal('a') + signal('b') + signal('c'),
    on: onSignal,
    send: (name) => ({ kind: 'BroadcastSignal', id: newId(), name, variables: {}, exceptInstanceId: null }),
    startsAlways: true,
  },
];

/** Waits for `first`, then for `second`, then for `first` again, forever. */
function alternating(key: string, { roots, on }: Kind, first: string, second: string, definition = ''): string {
  const nodes = `<startEvent id="start">${definition}</startEvent><exclusiveGateway id="merge"/>${catching('one', on(first))}${catching('two', on(second))}`;
  const flows = flow('f0', 'start', 'merge') + flow('f1', 'merge', 'one') + flow('f2', 'one', 'two') + flow('f3', 'two', 'merge');
  return documentOf(`${roots}<process id="${key}" isExecutable="true">${nodes}${flows}</process>`);
}

/** `c` starts an instance that waits for `c`; every instance that has received `a` waits for `b`, and the other way round. */
const rules = (kind: Kind): Rules => ({
  next: (heard) => ({ a: 'b', b: 'a', c: 'a' })[heard],
  startedBy: (event) => (event === 'c' ? 'c' : undefined),
  startsAlways: kind.startsAlways,
});

/** Waits for `c`, then for `a` and `b` in turn. */
function startedByC(kind: Kind): string {
  const { roots, on } = kind;
  const nodes = `<startEvent id="start">${on('c')}</startEvent>${catching('again', on('c'))}<exclusiveGateway id="merge"/>${catching('one', on('a'))}${catching('two', on('b'))}`;
  const pairs = ['start again', 'again merge', 'merge one', 'one two', 'two merge'].map((pair) => pair.split(' '));
  const flows = pairs.map(([from, to]) => flow(`${from}-${to}`, from ?? '', to ?? '')).join('');
  return documentOf(`${roots}<process id="c-starts" isExecutable="true">${nodes}${flows}</process>`);
}

function touchedBy(reply: Reply | undefined): readonly string[] {
  if (reply?.ok !== true) return [];
  const { instanceIds = [] } = reply.result as { instanceIds?: readonly string[] };
  return instanceIds;
}

for (const kind of KINDS) {
  describe(`${kind.name} of several clients over two workers`, () => {
    let side: WriteSide;
    let workers: DeliveryTools[];
    before(async () => {
      side = await openWriteSide();
      workers = [side.worker(), side.worker()];
      await side.deploy(alternating('ab', kind, 'a', 'b'));
      await side.deploy(alternating('ba', kind, 'b', 'a'));
      await side.deploy(startedByC(kind));
    });
    afterEach(() => setPause(undefined));
    after(() => side.close());

    async function history(seed: number): Promise<Operation[]> {
      await side.sql('truncate instance, journal, subscription, outbox, inbox, projection_todo');
      const random = seededRandom(seed);
      const below = (limit: number) => Math.floor(random() * limit);
      // waits: random delays make more orders; every order has to be explained
      setPause(async () => void (below(3) === 0 && (await sleep(below(4)))));
      const operations: Operation[] = [];
      const begun: string[] = [];
      let place = 0;
      const next = (): { command: Command; what: Operation['what'] } => {
        const event = EVENTS[below(EVENTS.length)] ?? 'a';
        const cancel = begun[below(begun.length)];
        if (event === 'cancel' && cancel !== undefined)
          return { command: { kind: 'CancelInstance', id: newId(), instanceId: cancel, reason: '-' }, what: { cancel } };
        if (!event.startsWith('start')) return { command: kind.send(event), what: { send: event } };
        const waitsFor = event.slice(-1);
        const command = startOf(waitsFor === 'a' ? 'ab' : 'ba');
        begun.push(command.instanceId); // it may be cancelled while it is started
        return { command, what: { start: command.instanceId, waitsFor } };
      };
      const client = async (n: number) => {
        for (let at = n; at < OPERATIONS; at += CLIENTS) {
          const together = Array.from({ length: 1 + below(TOGETHER) }, next);
          const askedAt = place++;
          const commands = together.map(({ command }) => command);
          const { announced } = await deliverTo(workers[below(2)] as DeliveryTools, commands);
          const toldAt = place++;
          for (const { command, what } of together) {
            const reply = announced.find(({ commandId }) => commandId === command.id)?.reply;
            const touched = 'cancel' in what ? (reply?.ok === true ? [what.cancel] : []) : touchedBy(reply);
            operations.push({ what, askedAt, toldAt, touched });
          }
        }
      };
      await Promise.all(Array.from({ length: CLIENTS }, (_, n) => client(n)));
      return operations;
    }

    it(`have one linear order that explains every answer, in ${RUNS} random histories`, async function () {
      this.timeout(120_000 + RUNS * 5000);
      for (let run = 0; run < RUNS; run += 1) {
        const operations = await history(SEED + run);
        const order = linearOrderOf(operations, rules(kind), new Map());
        expect(order, `PROPERTY_SEED=${SEED + run}\n${JSON.stringify(operations, null, 1)}`).not.to.equal(undefined);
      }
    });
  });
}

describe('the search for a linear order', () => {
  const send = (event: string, touched: readonly string[], askedAt: number, toldAt: number): Operation => ({
    what: { send: event },
    touched,
    askedAt,
    toldAt,
  });
  const plain: Rules = { next: (heard) => ({ a: 'b', b: 'a' })[heard], startedBy: () => undefined, startsAlways: false };
  const xy = new Map([
    ['x', 'a'],
    ['y', 'b'],
  ]);

  it('finds one where each of two events meets what the other has left', () => {
    expect(linearOrderOf([send('b', ['x', 'y'], 0, 3), send('a', ['x'], 1, 2)], plain, xy)).to.deep.equal([1, 0]);
  });

  it('finds none when two events miss each other', () => {
    expect(linearOrderOf([send('a', ['x'], 0, 3), send('b', ['y'], 1, 2)], plain, xy)).to.equal(undefined);
  });

  it('finds no fault when a cancelled instance receives something afterwards, or does not exist', () => {
    const cancel = (touched: readonly string[], askedAt: number, toldAt: number): Operation => ({
      what: { cancel: 'x' },
      touched,
      askedAt,
      toldAt,
    });
    expect(linearOrderOf([cancel(['x'], 0, 3), send('a', ['x'], 1, 2)], plain, xy)).to.deep.equal([1, 0]);
    expect(linearOrderOf([cancel(['x'], 0, 1), send('a', ['x'], 2, 3)], plain, xy)).to.equal(undefined);
    expect(linearOrderOf([cancel([], 0, 1)], plain, xy)).to.equal(undefined);
  });

  it('finds no fault when a waiting subscriber is passed over, or an answer comes before its question', () => {
    expect(linearOrderOf([send('a', [], 0, 1)], plain, xy)).to.equal(undefined);
    expect(linearOrderOf([send('b', ['x', 'y'], 0, 1), send('a', ['x'], 2, 3)], plain, xy)).to.equal(undefined);
  });
});
