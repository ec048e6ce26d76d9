import { isDeepStrictEqual } from 'node:util';
import { expect } from 'chai';
import { openKysely } from '../../src/db/kysely.ts';
import { openPool, type Pool } from '../../src/db/pool.ts';
import { type RegisteredEvents, readRegisteredEvents } from '../../src/queries/registered-events.ts';
import { VIEW_RULES, type ViewRule } from '../../src/ui/server/shards/view-rules.ts';
import { expectEmpty, expectJson } from '../support/http/expect-answer.ts';
import { post } from '../support/http/http-client.ts';
import { activeEntry, deploy, start, stateOf, until } from '../support/http/steps.ts';
import {
  boundary,
  catching,
  eventSubProcess,
  message,
  onCondition,
  onMessage,
  onSignal,
  onTimer,
  processOf,
  signal,
  startedBy,
} from '../support/models/event-elements.ts';
import { flow, task } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';
import { itFull } from '../support/tier.ts';

/** The lists behind the page; the page itself is tested with the pages. */
describe('the registered events (docs/contributing/spec/pages.md#events)', () => {
  let service: TestService;
  let pools: readonly Pool[];
  beforeEach(async () => {
    service = await startService();
    pools = service.databaseUrls.map((url) => openPool(url, { max: 2, applicationName: 'test' }));
  });
  afterEach(async () => {
    await Promise.all(pools.map((pool) => pool.end()));
    await service.stop();
  });

  /** With several shards as the page joins them. */
  const events = async (): Promise<RegisteredEvents> => {
    const read = await Promise.all(pools.map((pool) => readRegisteredEvents(openKysely(pool), undefined)));
    const [first, ...others] = read as [RegisteredEvents, ...RegisteredEvents[]];
    return others.length === 0 ? first : (VIEW_RULES['/events'] as unknown as ViewRule<RegisteredEvents>)([first, ...others]);
  };
  const turn = async (path: 'disable' | 'enable', ProcessDefinitionKey: string) =>
    expectJson(await post(service.url, `/Definitions/${path}`, { ProcessDefinitionKey }));
  const shows = (isWanted: (all: RegisteredEvents) => boolean) => until(events, isWanted);

  /** The lists are read one after the other, so a page may show a moment between two of them. */
  const showsExactly = async (expected: RegisteredEvents) =>
    expect(await shows((all) => isDeepStrictEqual(all, expected))).to.deep.equal(expected);

  itFull('show start events of the latest version of active keys only', async () => {
    const roots = message('m', 'ordered') + signal('alarm');
    const beside =
      `<startEvent id="s2">${onSignal('alarm')}</startEvent><startEvent id="s3">${onCondition('x > 1')}</startEvent>` +
      `<startEvent id="s4">${onTimer('R/P1D', 'timeCycle')}</startEvent>` +
      flow('f2', 's2', 'end') +
      flow('f3', 's3', 'end') +
      flow('f4', 's4', 'end');
    await deploy(service.url, startedBy('order', roots, onMessage('m'), [], beside));
    const expected = {
      messageStarts: [{ name: 'ordered', key: 'order' }],
      signalStarts: [{ name: 'alarm', key: 'order' }],
      conditionalStarts: [{ key: 'order', activityId: 's3', condition: 'x > 1' }],
      messageSubscriptions: [],
      signalSubscriptions: [],
    };
    await showsExactly(expected);
    await turn('disable', 'order');
    const none = await shows(
      ({ messageStarts, signalStarts, conditionalStarts }) =>
        [messageStarts, signalStarts, conditionalStarts].flat().length === 0,
    );
    expect([none.signalStarts, none.conditionalStarts]).to.deep.equal([[], []]);
    await turn('enable', 'order');
    await showsExactly(expected);
    await deploy(service.url, startedBy('order', message('m', 'bought'), onMessage('m')));
    await showsExactly({
      ...expected,
      messageStarts: [{ name: 'bought', key: 'order' }],
      signalStarts: [],
      conditionalStarts: [],
    });
  });

  it('show who waits, with the event and the entry it is attached to', async () => {
    const roots = message('m', 'paid', 'order') + message('plain', 'poke') + signal('alarm');
    const beside =
      boundary('cut', 'work', onMessage('m')) +
      boundary('shake', 'work', onSignal('alarm'), false) +
      boundary('late', 'work', onTimer('PT1H')) +
      boundary('warm', 'work', onCondition('x == 9')) +
      eventSubProcess('esp', onMessage('plain'), false);
    await deploy(service.url, processOf('waits', roots, [task('work'), catching('wait', onMessage('m'))], beside));
    const id = await start(service.url, 'waits', { Variables: { order: 'A1' } });
    const work = await activeEntry(service.url, id, 'work');
    const { messageSubscriptions, signalSubscriptions } = await events();
    expect(messageSubscriptions).to.deep.equal([
      { name: 'paid', correlationKey: 'A1', instanceId: id, activityId: 'cut', activityInstanceId: work },
      { name: 'poke', correlationKey: null, instanceId: id, activityId: 'esp-start', activityInstanceId: null },
    ]);
    expect(signalSubscriptions).to.deep.equal([{ name: 'alarm', instanceId: id, activityId: 'shake', activityInstanceId: work }]);
    expectEmpty(await post(service.url, '/Execution/complete-activity', { WorkflowInstanceId: id, ActivityId: 'work' }));
    const wait = await activeEntry(service.url, id, 'wait');
    const then = await events();
    expect(then.signalSubscriptions).to.deep.equal([]);
    expect(then.messageSubscriptions.map(({ activityId, activityInstanceId }) => [activityId, activityInstanceId])).to.deep.equal(
      [
        ['wait', wait],
        ['esp-start', null],
      ],
    );
    expectJson(await post(service.url, '/Execution/message', { MessageName: 'paid', CorrelationKey: 'A1' }));
    expect((await stateOf(service.url, id)).isCompleted).to.equal(true);
    expect((await events()).messageSubscriptions).to.deep.equal([]);
  });
});
