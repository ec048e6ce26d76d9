import { expect } from 'chai';
import type { EngineEvent } from '../../../src/engine/events.ts';
import type { Variables } from '../../../src/engine/values.ts';
import { createEvaluator } from '../../../src/expressions/evaluator.ts';
import { Machine, Refused } from '../../../src/memory/machine.ts';
import type { Command, CommandBody, Reply } from '../../../src/messages/commands.ts';
import { newId } from '../../../src/platform/ids.ts';
import { Stubs } from '../../../src/testing/stubs.ts';
import { drainSender } from '../../../src/worker/delivery/relay.ts';
import { itFull } from '../../support/tier.ts';
import { traceOf } from '../../support/trace.ts';
import { END, fileOf, rowOf, START } from '../../support/world-files.ts';
import { deliverTo, openWriteSide, type WriteSide } from '../../support/write-side.ts';

/** What clients do; instances are named by their business ids. */
type Step =
  | { readonly deploy: string }
  | { readonly start: string; readonly as: string; readonly variables?: Variables }
  | { readonly message: string; readonly key?: string; readonly variables?: Variables }
  | { readonly signal: string }
  | { readonly conditions: Variables }
  | { readonly complete: string; readonly of: string }
  | { readonly suspend: string }
  | { readonly resume: string }
  | { readonly cancel: string };

/** Runs commands with all outgoing commands, and remembers what instances did. */
interface Side {
  carryOut(body: CommandBody): Promise<Reply | undefined>;
  settle(): Promise<void>;
  /** journal of every instance, with its id */
  journals(): Promise<readonly { readonly id: string; readonly events: readonly EngineEvent[] }[]>;
}

const message = (id: string, name: string, key: string) =>
  `<message id="${id}" name="${name}"><extensionElements><zeebe:subscription correlationKey="=${key}" /></extensionElements></message>`;
const signals = ['alarm'].map((name) => `<signal id="${name}" name="${name}" />`).join('');
const catches = (id: string, definition: string) => `<intermediateCatchEvent id="${id}">${definition}</intermediateCatchEvent>`;
const throws = (id: string, definition: string) => `<intermediateThrowEvent id="${id}">${definition}</intermediateThrowEvent>`;
const starts = (id: string, definition: string) => `<startEvent id="${id}">${definition}</startEvent>`;
const onMessage = (ref: string) => `<messageEventDefinition messageRef="${ref}" />`;
const onSignal = '<signalEventDefinition signalRef="alarm" />';
const onCondition = (text: string) => `<conditionalEventDefinition><condition>=${text}</condition></conditionalEventDefinition>`;
const call = (key: string, more = '') =>
  `<callActivity id="call-${key}"><extensionElements><zeebe:calledElement processId="${key}" ${more} /></extensionElements></callActivity>`;
const ends = (id: string) => `<endEvent id="${id}" />`;

const paid = message('paid', 'paid', 'order');
const waiting = (key: string) => rowOf(key, starts(`${key}-s`, ''), catches(`${key}-c`, onMessage('paid')), ends(`${key}-e`));

const CASES: readonly { readonly when: string; readonly steps: readonly Step[] }[] = [
  {
    when: 'two instances wait for the same message, one for another key, and one begins to wait again',
    steps: [
      { deploy: paid + rowOf('p', START, catches('one', onMessage('paid')), catches('two', onMessage('paid')), END) },
      { start: 'p', as: 'a', variables: { order: 'A' } },
      { start: 'p', as: 'b', variables: { order: 'A' } },
      { start: 'p', as: 'c', variables: { order: 'C' } },
      { message: 'paid', key: 'A', variables: { n: 1 } },
      { message: 'paid', key: 'A', variables: { n: 2 } },
      { message: 'paid', key: 'A' },
      { message: 'paid', key: '' },
    ],
  },
  {
    when: 'a message starts instances of several keys only while no instance waits for it',
    steps: [
      {
        deploy:
          paid + ['b', 'Z', 'é', 'a'].map((key) => rowOf(key, starts(`${key}-s`, onMessage('paid')), ends(`${key}-e`))).join(''),
      },
      { message: 'paid', key: 'X', variables: { order: 'X' } },
      { deploy: paid + waiting('w') },
      { start: 'w', as: 'w', variables: { order: 'X' } },
      { message: 'paid', key: 'X' },
    ],
  },
  {
    when: 'a signal resumes all, starts all, and is thrown by one who waits for it as well',
    steps: [
      {
        deploy:
          signals +
          rowOf('hears', starts('h-s', ''), catches('h', onSignal), ends('h-e')) +
          rowOf('begins', starts('b-s', onSignal), ends('b-e')) +
          rowOf('throws', starts('t-s', ''), throws('t', onSignal), catches('t2', onSignal), ends('t-e')),
      },
      { start: 'hears', as: 'h1' },
      { start: 'hears', as: 'h2' },
      { start: 'throws', as: 't1' },
      { start: 'throws', as: 't2' },
      { signal: 'alarm' },
      { signal: 'nobody' },
    ],
  },
  {
    when: 'a process is called by its latest version, with its deploy, by number and by tag, and some call what is not there',
    steps: [
      {
        deploy:
          rowOf('child', starts('c-s', ''), '<userTask id="first" />', ends('c-e')).replace(
            '</process>',
            '<extensionElements><zeebe:versionTag value="old" /></extensionElements></process>',
          ) + rowOf('of-deploy', starts('d-s', ''), call('child', 'bindingType="deployment"'), ends('d-e')),
      },
      {
        deploy:
          rowOf('child', starts('c-s', ''), '<userTask id="second" />', ends('c-e')) +
          rowOf('of-latest', starts('l-s', ''), call('child'), ends('l-e')) +
          rowOf('of-tag', starts('g-s', ''), call('child', 'bindingType="versionTag" versionTag="old"'), ends('g-e')) +
          rowOf('of-none', starts('n-s', ''), call('missing'), ends('n-e')),
      },
      { deploy: rowOf('child', starts('c-s', ''), '<userTask id="third" />', ends('c-e')) },
      { start: 'of-deploy', as: 'd' },
      { start: 'of-latest', as: 'l' },
      { start: 'of-tag', as: 'g' },
      { start: 'of-none', as: 'n' },
      { cancel: 'l' },
    ],
  },
  {
    when: 'called instances end, fail and are cancelled together with their callers',
    steps: [
      {
        deploy:
          rowOf('inner', starts('i-s', ''), '<userTask id="work" />', ends('i-e')) +
          rowOf('outer', starts('o-s', ''), call('inner'), call('fails'), ends('o-e')) +
          rowOf('fails', starts('f-s', ''), '<scriptTask id="bad"><script>x = nobody.knows</script></scriptTask>', ends('f-e')),
      },
      { start: 'outer', as: 'a' },
      { start: 'outer', as: 'b' },
      { complete: 'work', of: 'a' },
      { cancel: 'b' },
    ],
  },
  {
    when: 'an instance is suspended while messages and signals come, and goes on',
    steps: [
      {
        deploy:
          paid +
          signals +
          rowOf(
            'p',
            START,
            catches('one', onMessage('paid')),
            catches('two', onMessage('paid')),
            catches('three', onSignal),
            END,
          ),
      },
      { start: 'p', as: 'a', variables: { order: 'A' } },
      { suspend: 'a' },
      { message: 'paid', key: 'A', variables: { n: 1 } },
      { message: 'paid', key: 'A', variables: { n: 2 } },
      { resume: 'a' },
      { signal: 'alarm' },
    ],
  },
  {
    when: 'conditions start instances in the order of their keys',
    steps: [
      {
        deploy:
          ['b', 'Z', 'a'].map((key) => rowOf(key, starts(`${key}-s`, onCondition('n > 1')), ends(`${key}-e`))).join('') +
          rowOf('never', starts('never-s', onCondition('n > 9')), ends('never-e')),
      },
      { conditions: { n: 5 } },
      { conditions: {} },
    ],
  },
  {
    when: 'two processes send each other messages until the chain is too long',
    steps: [
      {
        deploy: message('ping', 'ping', '1') + rowOf('p', starts('s', onMessage('ping')), throws('t', onMessage('ping')), END),
      },
      { message: 'ping', key: '1' },
    ],
  },
  {
    when: 'what is thrown after each other comes in that order',
    steps: [
      {
        deploy:
          paid +
          signals +
          rowOf(
            'hears',
            starts('h-s', ''),
            catches('h1', onMessage('paid')),
            catches('h2', onSignal),
            catches('h3', onMessage('paid')),
            ends('h-e'),
          ) +
          rowOf(
            'throws',
            starts('t-s', ''),
            throws('t1', onMessage('paid')),
            throws('t2', onSignal),
            throws('t3', onMessage('paid')),
            ends('t-e'),
          ),
      },
      ...['a', 'b', 'c'].map((as) => ({ start: 'hears', as, variables: { order: 'A' } })),
      { start: 'throws', as: 't', variables: { order: 'A' } },
    ],
  },
];

describe('a world does what a worker on Postgres does', () => {
  let write: WriteSide;
  beforeEach(async () => {
    write = await openWriteSide();
  });
  afterEach(() => write.close());

  for (const { when, steps } of CASES)
    itFull(`when ${when}`, async () => {
      const [ofWorld, ofWorker] = [await play(memorySide(), steps), await play(postgresSide(write), steps)];
      expect(ofWorld.replies).to.deep.equal(ofWorker.replies);
      expect(ofWorld.traces).to.deep.equal(ofWorker.traces);
      expect(ofWorld.traces).not.to.deep.equal([]);
    });
});

/** What a client sees, and what became of every instance; ids differ, so that they are replaced by names. */
async function play(side: Side, steps: readonly Step[]) {
  const ids = new Map<string, string>();
  const replies: string[] = [];
  for (const step of steps) {
    const reply = await side.carryOut(bodyOf(step, ids));
    await side.settle();
    replies.push(JSON.stringify(reply?.ok === true ? { ok: true, result: reply.result } : reply));
  }
  const journals = await side.journals();
  const names = new Map(journals.map(({ id, events }) => [id, nameOf(events)]));
  const named = (text: string) =>
    text.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => names.get(id) ?? 'id').replace(/\d{8}T\d{9}Z/g, 'at');
  const traces = journals.map(({ events }) => `${nameOf(events)}: ${traceOf(events)}`);
  return { replies: replies.map(named), traces: traces.sort() };
}

function nameOf(events: readonly EngineEvent[]): string {
  const [started] = events;
  if (started?.type !== 'InstanceStarted') return 'none';
  const { key, version, businessId, caller } = started;
  return `${key}:${version}${businessId === null ? '' : ` ${businessId}`}${caller === undefined ? '' : ` at depth ${caller.depth}`}`;
}

function bodyOf(step: Step, ids: Map<string, string>): CommandBody {
  if ('deploy' in step) return { kind: 'DeployDefinition', bpmnXml: fileOf(step.deploy) };
  if ('start' in step) {
    const instanceId = newId();
    ids.set(step.as, instanceId);
    return { kind: 'StartInstance', instanceId, key: step.start, variables: step.variables ?? {}, businessId: step.as };
  }
  if ('message' in step)
    return {
      kind: 'DeliverMessage',
      name: step.message,
      correlationKey: step.key ?? '',
      variables: step.variables ?? {},
      businessId: null,
    };
  if ('signal' in step) return { kind: 'BroadcastSignal', name: step.signal, variables: {}, exceptInstanceId: null };
  if ('conditions' in step) return { kind: 'EvaluateConditions', key: null, variables: step.conditions };
  const idOf = (name: string) => ids.get(name) ?? '';
  if ('complete' in step)
    return { kind: 'CompleteActivity', instanceId: idOf(step.of), activityId: step.complete, variables: {} };
  if ('suspend' in step)
    return { kind: 'SuspendInstance', instanceId: idOf(step.suspend), by: 'operator', calledInstances: true };
  if ('resume' in step) return { kind: 'ResumeInstance', instanceId: idOf(step.resume), by: 'operator' };
  return { kind: 'CancelInstance', instanceId: idOf(step.cancel), reason: 'no' };
}

function memorySide(): Side {
  const evaluator = createEvaluator({ timeoutMs: 60_000, memoryMb: 64, maxOutputBytes: 1 << 20 });
  const limits = {
    maxSteps: 100_000,
    maxCausationDepth: 100,
    maxCausationSize: 10_000,
    maxCalledInstances: 20_000,
    maxWriteSize: 1_048_576,
    maxVariablesSize: 8_388_608,
    maxIterations: 20_000,
    maxCallDepth: 64,
  };
  const retries = { attempts: 1, firstDelayMs: 1000, maxDelayMs: 60_000 };
  const settings = { limits, retries, plainTasks: 'wait', onFailure: 'fail', branchVariables: 'auto' } as const;
  const machine = new Machine(Date.parse('2026-01-01T00:00:00Z'), settings, new Stubs(evaluator), () => {});
  return {
    async carryOut(body) {
      try {
        return { ok: true, result: await machine.send(body as never) } as Reply;
      } catch (error) {
        if (error instanceof Refused) return { ok: false, rejection: error.rejection };
        throw error;
      }
    },
    async settle() {
      for (let next = machine.nextFollowUp; next !== undefined; next = machine.nextFollowUp) await machine.runFollowUp(next);
    },
    async journals() {
      return [...machine.tables.journals].map(([id, rows]) => ({ id, events: rows.flatMap(({ events }) => events) }));
    },
  };
}

function postgresSide(write: WriteSide): Side {
  const tools = write.worker();
  const next = `select command_id, target_id, sender_id, command from outbox where created_at < 'infinity' order by position, command_id limit 1`;
  return {
    carryOut: async (body) => (await write.run({ ...body, id: newId() } as Command))[0],
    async settle() {
      for (;;) {
        const [row] = await write.sql<{
          command_id: string;
          target_id: string | null;
          sender_id: string | null;
          command: Command;
        }>(next);
        if (row === undefined) return;
        const command: Command =
          row.target_id !== null
            ? { kind: 'DrainMailbox', id: newId(), instanceId: row.target_id }
            : row.sender_id === null
              ? row.command
              : drainSender(row.sender_id, row.command_id);
        await deliverTo(tools, [command], 1, null);
      }
    },
    async journals() {
      const text = `select j.subject_id as id, j.events from journal j join instance i on i.id = j.subject_id order by j.subject_id, j.seq`;
      const rows = await write.sql<{ id: string; events: string | EngineEvent[] }>(text);
      const found = new Map<string, EngineEvent[]>();
      for (const { id, events } of rows) {
        const list = typeof events === 'string' ? (JSON.parse(events) as EngineEvent[]) : events;
        found.set(id, [...(found.get(id) ?? []), ...list]);
      }
      return [...found].map(([id, events]) => ({ id, events }));
    },
  };
}
