import { expect } from 'chai';
import type { EngineCommand } from '../../../../src/engine/commands.ts';
import type { InstanceState } from '../../../../src/engine/state.ts';
import type { Variables } from '../../../../src/engine/values.ts';
import { complete, failUserTask, givenWith, rejected, start } from '../../../support/given-when-then.ts';
import type { Stimulus } from '../../../support/given-when-then-driver.ts';

const LEFT = { context: { onFailure: 'incident' as const } };

/** The incident of an element. */
function incidentOf(state: InstanceState, element: string): number {
  const found = [...state.incidents.values()].find((incident) => incident.element === element);
  if (found === undefined) throw new Error(`no incident at ${element}`);
  return found.incident;
}
const retry =
  (element: string): Stimulus =>
  (state) => ({ type: 'RetryIncident', incident: incidentOf(state, element) });
const resolve =
  (element: string, variables: Variables = {}): Stimulus =>
  (state) => ({ type: 'ResolveIncident', incident: incidentOf(state, element), variables });
const failJob =
  (element: string, code = 'E1'): Stimulus =>
  (state) => ({ type: 'FailJob', entry: entryAt(state, element), code, message: 'no' });
const completeJob =
  (element: string, result: Variables = {}): Stimulus =>
  (state) => ({ type: 'CompleteJob', entry: entryAt(state, element), result });

function entryAt(state: InstanceState, element: string): number {
  const [entry] = state.byElement.get(element) ?? [];
  if (entry === undefined) throw new Error(`${element} is not active`);
  return entry;
}

const PARALLEL = `
  s: start
  split: and
  a: service type mail
  b: task
  join: and
  e: end
  f0: s -> split
  f1: split -> a
  f2: split -> b
  f3: a -> join
  f4: b -> join
  f5: join -> e`;

describe('a failure that nothing catches, where incidents are wanted', () => {
  it('leaves its token where it is, and the others continue', () => {
    givenWith(LEFT, PARALLEL, start())
      .when(failJob('a'))
      .then('#a E1', { type: 'IncidentRaised', count: 1, code: 'E1', message: 'no', repeat: { kind: 'job' } })
      .andActive('a', 'b')
      .when(complete('b'))
      .then('-b >f4 +join')
      .when(retry('a'))
      .then('/a retried', { type: 'JobCreated', taskType: 'mail' })
      .when(completeJob('a'))
      .then('-a >f3 @join -join >f5 +e -e =completed');
  });

  it('is the same incident when it fails again', () => {
    const again = givenWith(LEFT, PARALLEL, start(), failJob('a'), retry('a')).when(failJob('a', 'E2'));
    again.then('#a E2', { type: 'IncidentRaised', count: 2, code: 'E2' });
    expect(again.state.incidents.size).to.equal(1);
  });

  it('is gone when its activity ends in another way', () => {
    givenWith(LEFT, PARALLEL, start(), failJob('a'), complete('b'))
      .when(complete('a'))
      .then('/a gone -a >f3 @join -join >f5 +e -e =completed');
  });

  it('counts as done when it is resolved, with the given result', () => {
    givenWith(LEFT, PARALLEL, start(), failJob('a'), complete('b'))
      .when(resolve('a', { sent: true }))
      .then('/a resolved -a >f3 @join -join >f5 +e -e =completed')
      .andVariables({ sent: true });
  });

  it('is refused when it has ended', () => {
    const raised = givenWith(LEFT, PARALLEL, start()).when(failJob('a'));
    const retried: EngineCommand = { type: 'RetryIncident', incident: incidentOf(raised.state, 'a') };
    raised
      .when(retried)
      .when(retried)
      .then(rejected({ code: 'INCIDENT_NOT_FOUND' }));
  });

  it('goes to the boundary event or event sub-process that catches it, as ever', () => {
    givenWith(
      LEFT,
      `s: start
       a: service type mail
       late: boundary on a error E1
       x: task
       e: end
       f0: s -> a
       f1: a -> e
       f2: late -> x
       f3: x -> e`,
      start(),
    )
      .when(failJob('a'))
      .then('!a E1 +late -late >f2 +x')
      .andActive('x');
  });

  it('is left inside a transaction that nothing catches for: nothing is compensated', () => {
    givenWith(
      LEFT,
      `s: start
       t: tx {
         ts: start
         a: service type mail
         te: end
         g0: ts -> a
         g1: a -> te
       }
       e: end
       f0: s -> t
       f1: t -> e`,
      start(),
    )
      .when(failJob('a'))
      .then('#a E1')
      .andActive('t', 'a');
  });

  it('keeps a gateway without a way until a variable shows one', () => {
    givenWith(
      LEFT,
      `s: start
       b: task
       x: xor
       e: end
       f0: s -> b
       f1: b -> x
       f2: x -> e [n > 1]`,
      start({ n: 1 }),
    )
      .when(complete('b'))
      .then('-b >f1 +x ?f2 false #x 500', {
        type: 'IncidentRaised',
        cause: { kind: 'noWayOut' },
        repeat: { kind: 'leave', done: 'stored' },
      })
      .when(resolve('x'))
      .then(rejected({ code: 'INCIDENT_NOT_RESOLVABLE', reason: 'it has no rule for the way of its token' }));
  });

  it('keeps a script that cannot be evaluated, and enters it again', () => {
    givenWith(
      LEFT,
      `s: start
       split: and
       b: task
       x: script y = missing.name
       e: end
       f0: s -> split
       f1: split -> b
       f2: split -> x
       f3: x -> e`,
      start(),
    )
      .when(retry('x'))
      .then('/x retried !x 500 +x #x 500', { type: 'IncidentRaised', count: 2 })
      .andActive('b', 'x');
  });

  it('keeps a user task that a user failed, and offers it again', () => {
    givenWith(LEFT, 's: start\nask: user\ne: end\nf0: s -> ask\nf1: ask -> e', start())
      .when(failUserTask('ask'))
      .then('#ask 500')
      .when(retry('ask'))
      .then('/ask retried !ask 500 +ask', { type: 'UserTaskCreated' });
  });

  it('keeps a run that takes too many steps, which continues when it is retried', () => {
    const loop = 's: start\nb: pass\nc: pass\nf0: s -> b\nf1: b -> c\nf2: c -> b';
    const limits = { context: { onFailure: 'incident' as const, plainTasks: 'pass' as const, limits: { maxSteps: 5 } } };
    const stopped = givenWith(limits, loop).when(start());
    expect(stopped.state.status).to.equal('running');
    expect([...stopped.state.incidents.values()].map(({ repeat }) => repeat.kind)).to.deep.equal(['run']);
    const again = stopped.when(retry('process'));
    again.then({ type: 'IncidentEnded', outcome: 'retried' }, { type: 'RunResumed' }, { type: 'IncidentRaised' });
  });

  it('keeps a run that has too many steps to take, which takes some of them when it is retried', () => {
    const nested = 'x: sub {\n  y: sub {\n    u: task\n  }\n}\n@x multi times 6\n@y multi times 8';
    const limits = { context: { onFailure: 'incident' as const, limits: { maxSteps: 10, maxIterations: 10 } } };
    const again = givenWith(limits, nested).when(start()).when(retry('process'));
    expect(again.events.filter(({ type }) => type === 'LoopOpened').length).to.be.above(0);
    expect(again.state.incidents.size).to.equal(1);
  });

  it('ends with its instance', () => {
    givenWith(LEFT, PARALLEL, start(), failJob('a'))
      .when({ type: 'CancelInstance', reason: 'enough' })
      .then('~b /a gone ~a =cancelled');
  });
});
