import { expect } from 'chai';
import type { EngineCommand } from '../../src/engine/commands.ts';
import type { Variables } from '../../src/engine/values.ts';
import { complete, failUserTask, givenWith, rejected, start } from '../support/given-when-then.ts';
import type { EngineUnderTest } from '../support/given-when-then-driver.ts';
import { completeJob, failJob, incidentAt, resolve, retry } from '../support/incident-stimuli.ts';

/** The start of a called instance; its caller catches all failures, or those with these codes. */
const called = (all: boolean, codes: readonly string[] = [], variables: Variables = {}): EngineCommand =>
  ({ ...start(variables), caller: { instanceId: 'p', entry: 1, depth: 1, catches: { all, codes } } }) as EngineCommand;

const BESIDE = 's: start\nfork: and\nb: task\nf1: s -> fork\nf2: fork -> b\n';

/** Small runs of failures that are left to an operator (docs/contributing/spec/incidents.md). */
export const PROBES_OF_INCIDENTS: readonly ((engine: EngineUnderTest) => void)[] = [
  (engine) => {
    const left = { engine, context: { onFailure: 'incident' as const } };
    const caught = 's: start\na: service type mail\nlate: boundary on a error E1\nx: task\nf1: s -> a\nf2: late -> x';
    givenWith(left, caught, start()).when(failJob('a')).then('!a E1 +late -late >f2 +x');
    const outside =
      's: start\nsub: sub {\na: service type mail\n}\nlate: boundary on sub error E1\nx: task\nf1: s -> sub\nf2: late -> x';
    givenWith(left, outside, start()).when(failJob('a')).andActive('x');
    const inside = 's: start\na: service type mail\nf1: s -> a\nesp: esp {\nes: start error E1\nh: task\nx1: es -> h\n}';
    givenWith(left, inside, start()).when(failJob('a')).andActive('esp', 'h');
  },
  (engine) => {
    const left = { engine, context: { onFailure: 'incident' as const } };
    const failing = 'a: service type mail';
    for (const by of [called(true), called(false, ['E1'])])
      givenWith(left, failing, by).when(failJob('a')).then('!a E1 =failed E1');
    givenWith(left, failing, called(false, ['E2']))
      .when(failJob('a'))
      .then('#a E1');
    givenWith({ engine }, failing, start()).when(failJob('a')).then('!a E1 =failed E1');
  },
  (engine) => {
    const left = { engine, context: { onFailure: 'incident' as const } };
    const raised = givenWith(left, `${BESIDE}a: service type mail\nf3: fork -> a`, start()).when(failJob('a'));
    raised.then({ type: 'IncidentRaised', count: 1 });
    const { incident } = incidentAt(raised.state, 'a');
    raised.when(completeJob('a')).then('');
    const again = raised.when(retry('a')).when(failJob('a'));
    again.then('#a E1', { type: 'IncidentRaised', incident, count: 2 });
    const done = again.when(resolve('a', { sent: true }));
    done.then('/a resolved -a').andVariables({ sent: true });
    done.when({ type: 'RetryIncident', incident }).then(rejected({ code: 'INCIDENT_NOT_FOUND' }));
  },
  (engine) => {
    const loop = (n: string) =>
      `m${n}: xor\nn${n}: script ${n} = ${n} + 1\nd${n}: xor\ng1${n}: fork -> m${n}\ng2${n}: m${n} -> n${n}\ng3${n}: n${n} -> d${n}\ng4${n}: d${n} -> m${n} [${n} < 12]\ng5${n}*: d${n} -> j\n`;
    const context = { onFailure: 'incident' as const, branchVariables: 'shared' as const, limits: { maxSteps: 20 } };
    const model = `s: start\nfork: and\nj: and\nf1: s -> fork\n${loop('x')}${loop('y')}`;
    let when = givenWith({ engine, context }, model).when(start({ x: 0, y: 0 }));
    expect([...when.state.incidents.values()].map(({ entry, count, repeat }) => [entry, count, repeat.kind])).to.deep.equal([
      [null, 1, 'run'],
    ]);
    let stops = 0;
    for (; when.state.incidents.size > 0 && stops < 20; stops += 1) {
      const [{ incident } = { incident: 0 }] = when.state.incidents.values();
      when = when.when({ type: 'RetryIncident', incident });
    }
    expect([stops > 1, when.state.status]).to.deep.equal([true, 'completed']);
    when.andVariables({ x: 12, y: 12 });
    const caught = givenWith({ engine, context }, model).when(called(true, [], { x: 0, y: 0 }));
    expect([caught.state.status, caught.state.incidents.size]).to.deep.equal(['failed', 0]);
  },
  (engine) => {
    const left = { engine, context: { onFailure: 'incident' as const } };
    givenWith(left, `${BESIDE}a: service type mail\nf3: fork -> a`, start(), failJob('a'))
      .when({ type: 'CancelInstance', reason: 'enough' })
      .then({ type: 'IncidentEnded', outcome: 'gone' }, { type: 'InstanceCancelled' });
    givenWith(left, 's: start\na: task\nb: task\nf1: s -> a\nf2: a -> b [x == 1]', start({ x: 0 }), complete('a'))
      .when(resolve('a'))
      .then(rejected({ code: 'INCIDENT_NOT_RESOLVABLE', reason: 'it has no rule for the way of its token' }));
    givenWith(left, 's: start\na: task\nlate: boundary on a when o.v == 1\nf1: s -> a', start())
      .when(resolve('a'))
      .then('/a resolved')
      .andActive('a');
    givenWith(left, 'ask: user', start(), failUserTask('ask')).when(retry('ask')).andActive('ask');
  },
];
