import { expect } from 'chai';
import type { EngineEvent } from '../../../../src/engine/events.ts';
import { start } from '../../../support/given-when-then.ts';
import { Driver } from '../../../support/given-when-then-driver.ts';
import { modelOf } from '../../../support/golden/replay.ts';

/** The golden model: a send task with an input mapping, then one for each of `ids`. */
function runWith(variables: Record<string, string | number | string[]>): { driver: Driver; events: readonly EngineEvent[] } {
  const driver = new Driver(modelOf('send-task/publishes-its-message'));
  const decision = driver.send(start(variables));
  return { driver, events: decision.ok ? decision.events : [] };
}

describe('a send task', () => {
  it('sends its inputs under the key of its message when it publishes', () => {
    const { events } = runWith({ id: 'a', n: 1, ids: ['x', 'y'] });
    const sent = events.flatMap((event) => (event.type === 'MessagePublished' ? [event] : []));
    expect(sent.map(({ element, name, key, variables }) => [element, name, key, variables])).to.deep.equal([
      ['send', 'order placed', 'a', { amount: 2 }],
      ['each', 'order placed', 'x', {}],
      ['each', 'order placed', 'y', {}],
    ]);
  });

  it('sends with an empty key when the key is null', () => {
    const { events } = runWith({ n: 1, ids: [] });
    const sent = events.flatMap((event) => (event.type === 'MessagePublished' ? [event.key] : []));
    expect(sent).to.deep.equal(['']);
  });
});
