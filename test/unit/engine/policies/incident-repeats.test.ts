import { expect } from 'chai';
import type { Repeat } from '../../../../src/engine/events/incident-events.ts';
import type { EngineEvent } from '../../../../src/engine/events.ts';
import type { ListenerModel, ProcessModel } from '../../../../src/engine/model.ts';
import type { InstanceState } from '../../../../src/engine/state.ts';
import type { Variables } from '../../../../src/engine/values.ts';
import { complete, givenWith, start, type When } from '../../../support/given-when-then.ts';
import type { ContextChange, Stimulus } from '../../../support/given-when-then-driver.ts';
import { processOf } from '../../../support/process-builder.ts';
import { templateOf } from '../../../support/process-builder-texts.ts';
import { rootVariablesOf } from '../../../support/trace.ts';

/** One kind of repeat: how to come to its incident next to another path, and how it continues. */
interface Case {
  readonly kind: Repeat['kind'];
  /** the path that fails, from the flow `in` to the flow `out`; its element is `a` */
  readonly path: string;
  /** what has happened on the path before it fails */
  readonly fails?: readonly Stimulus[];
  /** what makes it fail again after a retry; absent: the retry alone does */
  readonly again?: readonly Stimulus[];
  /** what a retry needs when it works; the unfailing run has the same instead of `fails` */
  readonly works?: readonly Stimulus[];
  /** what the retry needs besides, after what has happened before it failed */
  readonly after?: readonly Stimulus[];
  /** why it cannot be resolved */
  readonly refused?: string;
  readonly listeners?: Readonly<Record<string, readonly ListenerModel[]>>;
}

const CONTEXT: ContextChange = { onFailure: 'incident', branchVariables: 'shared' };
const job = (element: string) => (state: InstanceState) => {
  const entry = [...(state.byElement.get(element) ?? [])].at(-1) ?? null;
  return state.jobOf.get(entry) ?? entry ?? 0;
};
const failJob =
  (element: string): Stimulus =>
  (state) => ({ type: 'FailJob', entry: job(element)(state), code: 'E1', message: 'no' });
const completeJob =
  (element: string, result: Variables = {}): Stimulus =>
  (state) => ({ type: 'CompleteJob', entry: job(element)(state), result });
const deliver =
  (element: string, variables: Variables = {}): Stimulus =>
  (state) => ({
    type: 'Deliver',
    subscription: [...state.subscriptions.values()].find((one) => one.element === element)?.ordinal ?? 0,
    variables,
  });
const worker = (on: ListenerModel['on']): ListenerModel => ({
  on,
  does: { kind: 'job', taskType: templateOf('hear', 'type'), stores: 'around' },
});

const CASES: readonly Case[] = [
  { kind: 'enter', path: 'a: script y = o.v\nin: split -> a\nout: a -> join' },
  {
    kind: 'job',
    path: 'a: service type mail\nin: split -> a\nout: a -> join',
    fails: [failJob('a')],
    again: [failJob('a')],
    works: [completeJob('a', { r: 1 })],
    after: [completeJob('a', { r: 1 })],
  },
  {
    kind: 'store',
    path: `a: service type mail\n@a output y = \${o.v + r}\nin: split -> a\nout: a -> join`,
    fails: [completeJob('a', { r: 1 })],
  },
  {
    kind: 'storeGiven',
    path: `a: task\n@a output y = \${o.v + r}\nin: split -> a\nout: a -> join`,
    fails: [complete('a', { r: 1 })],
  },
  {
    kind: 'occur',
    path: `a: catch signal go\n@a output y = \${o.v + r}\nin: split -> a\nout: a -> join`,
    fails: [deliver('a', { r: 1 })],
  },
  {
    kind: 'leave',
    path: `a: task\n@a camunda n = \${n + 1}\nin: split -> a\nout: a -> join [o.v == 1]`,
    fails: [complete('a')],
  },
  { kind: 'throw', path: 'a: throw signal first\nin: split -> a\nout: a -> join [o.v == 1]' },
  {
    kind: 'join',
    path: 'a: complex o.v == activationCount\nw: task\nin: split -> a\nf1: split -> w\nf2: w -> a\nout: a -> join',
    fails: [],
    after: [complete('w')],
    works: [complete('w')],
    refused: 'tokens it waits for may still come',
  },
  {
    kind: 'loop',
    path: 'a: task\n@a loop while o.v > 5\nin: split -> a\nout: a -> join',
    fails: [complete('a')],
    refused: 'its loop is not over',
  },
  {
    kind: 'adHoc',
    path: 'a: adhoc {\n  one, two: task\n}\n@a until o.v == 1\nin: split -> a\nout: a -> join',
    fails: [complete('one')],
    refused: 'its body is not over',
  },
  {
    kind: 'body',
    path: `a: sub {\n  w: task\n}\n@a output y = \${o.v}\nin: split -> a\nout: a -> join`,
    fails: [complete('w', { r: 1 })],
  },
  {
    kind: 'listen',
    path: 'a: task\nin: split -> a\nout: a -> join',
    fails: [complete('a', { r: 1 }), failJob('a')],
    again: [failJob('a')],
    works: [complete('a', { r: 1 }), completeJob('a')],
    after: [completeJob('a')],
    listeners: { a: [worker('end')] },
  },
  {
    kind: 'condition',
    path: 'a: task\nlate: boundary on a when o.v == 1\nin: split -> a\nf1: late -> join\nout: a -> join',
    refused: 'nothing',
    works: [],
  },
];

function modelOf({ path, listeners = {} }: Case): ProcessModel {
  const model = processOf(`
    s: start
    split: and
    b: task
    join: xor
    e: end
    f01: s -> split
    f02: split -> b
    ${path}
    f03: b -> join
    f04: join -> e`);
  const elements = new Map(
    [...model.elements].map(([id, element]) => [
      id,
      listeners[id] === undefined ? element : { ...element, listeners: listeners[id] },
    ]),
  );
  return { ...model, elements } as ProcessModel;
}

const MENDED: Variables = { o: { v: 1 } };

/** Every stimulus one after the other. */
function all(from: When, stimuli: readonly Stimulus[]): When {
  return stimuli.reduce((when, stimulus) => when.when(stimulus), from);
}
function incidentIn(state: InstanceState) {
  const [incident, ...more] = state.incidents.values();
  expect(more, 'one incident').to.deep.equal([]);
  if (incident === undefined) throw new Error('no incident');
  return incident;
}
const retry: Stimulus = (state) => ({ type: 'RetryIncident', incident: incidentIn(state).incident });
const resolve =
  (variables: Variables = {}): Stimulus =>
  (state) => ({ type: 'ResolveIncident', incident: incidentIn(state).incident, variables });

/** What was done, without the numbers and the order of parallel paths. */
function doneIn(history: readonly EngineEvent[]): string[] {
  const done = history.flatMap((event): string[] => {
    if (event.type === 'ElementCompleted') return [`-${event.element}`];
    if (event.type === 'FlowTaken') return [`>${event.flow}`];
    return event.type === 'SignalThrown' ? [`^${event.name}`] : [];
  });
  return done.sort();
}

for (const one of CASES) {
  describe(`an incident that a retry repeats as ${one.kind}`, () => {
    const { fails = [], works = fails, after = [], again = [] } = one;
    const begun = { n: 1 };
    const failed = () => all(givenWith({ context: CONTEXT }, modelOf(one)).when(start(begun)), fails);

    it('waits while the other path continues', () => {
      const when = failed();
      const incident = incidentIn(when.state);
      expect([incident.element, incident.repeat.kind, incident.count]).to.deep.equal(['a', one.kind, 1]);
      const other = when.when(complete('b'));
      expect(other.state.status).to.equal('running');
      expect(other.state.incidents.size).to.equal(1);
    });

    it('is the same one when it fails again', () => {
      const when = failed();
      const { incident } = incidentIn(when.state);
      const failedAgain = incidentIn(all(when.when(retry), again).state);
      expect([failedAgain.incident, failedAgain.count, failedAgain.repeat.kind]).to.deep.equal([incident, 2, one.kind]);
    });

    it('continues to the end like a run that never failed, when it is retried after the variables were mended', () => {
      const when = all(failed().when(complete('b', MENDED)).when(retry), after);
      expect(when.state.incidents.size, JSON.stringify([...when.state.incidents.values()])).to.equal(0);
      expect(when.state.status).to.equal('completed');
      const never = all(givenWith({ context: CONTEXT }, modelOf(one)).when(start({ ...begun, ...MENDED })), works).when(
        complete('b', MENDED),
      );
      expect(never.state.status).to.equal('completed');
      expect(rootVariablesOf(when.state)).to.deep.equal(rootVariablesOf(never.state));
      expect(doneIn(when.history)).to.deep.equal(doneIn(never.history));
    });

    it('does the same when the retry sets the variables', () => {
      const mending: Stimulus = (state) => ({ ...retry(state), variables: MENDED, reason: 'mended' });
      const when = all(failed().when(mending), after).when(complete('b', MENDED));
      const two = all(failed().when({ type: 'EditVariables', scope: null, values: MENDED, removed: [] }).when(retry), after);
      const apart = two.when(complete('b', MENDED));
      expect([when.state.status, when.state.incidents.size]).to.deep.equal(['completed', 0]);
      expect(rootVariablesOf(when.state)).to.deep.equal(rootVariablesOf(apart.state));
      expect(doneIn(when.history)).to.deep.equal(doneIn(apart.history));
    });

    it('does what the page specifies when it is resolved', () => {
      const when = failed().when(resolve({ given: 1 }));
      if (one.kind === 'condition') expect([...when.state.byElement.keys()]).to.include('a');
      else if (one.refused !== undefined)
        expect(when.decision).to.deep.equal({
          ok: false,
          rejection: { code: 'INCIDENT_NOT_RESOLVABLE', reason: one.refused },
        });
      else if (one.kind !== 'leave' && one.kind !== 'throw') {
        expect(when.state.byElement.has('a')).to.equal(false);
        expect(when.when(complete('b')).state.status).to.equal('completed');
        expect(rootVariablesOf(when.state)).to.include({ given: 1 });
      }
    });

    it('is gone when the instance is cancelled', () => {
      const when = failed().when({ type: 'CancelInstance', reason: 'enough' });
      when.then({ type: 'IncidentEnded', outcome: 'gone' }, { type: 'InstanceCancelled' });
      expect(when.state.incidents.size).to.equal(0);
    });
  });
}
