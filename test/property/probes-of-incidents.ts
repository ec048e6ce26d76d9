import type { EngineCommand } from '../../src/engine/commands.ts';
import { failUserTask, givenWith, rejected, start } from '../support/given-when-then.ts';
import type { EngineUnderTest } from '../support/given-when-then-driver.ts';
import { completeJob, failJob, incidentAt, resolve, retry } from '../support/incident-stimuli.ts';

const BESIDE = 's: start\nfork: and\nb: task\nf1: s -> fork\nf2: fork -> b\n';

/** Small runs of failures that are left to an operator (docs/spec/incidents.md). */
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
    const called = (all: boolean, ...codes: string[]): EngineCommand =>
      ({ ...start(), caller: { instanceId: 'p', entry: 1, depth: 1, catches: { all, codes } } }) as unknown as EngineCommand;
    const failing = 'a: service type mail';
    for (const by of [called(true), called(false, 'E1')])
      givenWith(left, failing, by).when(failJob('a')).then('!a E1 =failed E1');
    givenWith(left, failing, called(false, 'E2')).when(failJob('a')).then('#a E1');
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
    const left = { engine, context: { onFailure: 'incident' as const } };
    givenWith(left, `${BESIDE}a: service type mail\nf3: fork -> a`, start(), failJob('a'))
      .when({ type: 'CancelInstance', reason: 'enough' })
      .then({ type: 'IncidentEnded', outcome: 'gone' }, { type: 'InstanceCancelled' });
    givenWith(left, 'ask: user', start(), failUserTask('ask')).when(retry('ask')).andActive('ask');
  },
];
