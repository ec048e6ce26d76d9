import { expect } from 'chai';
import { readRegisteredEvents } from '../../../src/queries/registered-events.ts';
import { type OpenDatabase, openDatabase } from './open-database.ts';
import { idOf, insertStartTrigger, insertSubscription } from './rows.ts';

describe('the registered events', () => {
  let database: OpenDatabase;
  beforeEach(async () => {
    database = await openDatabase();
  });
  afterEach(() => database.close());

  it('are five empty lists when nothing waits', async () => {
    expect(await readRegisteredEvents(database.db, undefined)).to.deep.equal({
      messageStarts: [],
      signalStarts: [],
      conditionalStarts: [],
      messageSubscriptions: [],
      signalSubscriptions: [],
    });
  });

  it('have start events by name and key in code-point order, each name and key once, and no timers', async () => {
    const starts = [
      ['b', 's1'],
      ['a', 's1'],
      ['B', 's1'],
      ['a', 's2'],
    ];
    for (const kind of ['message', 'signal'] as const) {
      for (const [key = '', element = ''] of starts) {
        await insertStartTrigger(database.db, key, `${kind}-${element}`, kind, `${kind} paid`);
      }
      await insertStartTrigger(database.db, 'z', kind, kind, `${kind} Paid`);
    }
    await insertStartTrigger(database.db, 'a', 'every-day', 'timer', null);
    const { messageStarts, signalStarts, conditionalStarts } = await readRegisteredEvents(database.db, undefined);
    const expected = (kind: string) => [
      { name: `${kind} Paid`, key: 'z' },
      { name: `${kind} paid`, key: 'B' },
      { name: `${kind} paid`, key: 'a' },
      { name: `${kind} paid`, key: 'b' },
    ];
    expect(messageStarts).to.deep.equal(expected('message'));
    expect(signalStarts).to.deep.equal(expected('signal'));
    expect(conditionalStarts).to.deep.equal([]);
  });

  it('have conditions by key and activity', async () => {
    await insertStartTrigger(database.db, 'b', 'hot', 'conditional', 'temperature > 30');
    await insertStartTrigger(database.db, 'a', 'hot', 'conditional', 'x > 1');
    await insertStartTrigger(database.db, 'a', 'Cold', 'conditional', 'x < 1');
    expect((await readRegisteredEvents(database.db, undefined)).conditionalStarts).to.deep.equal([
      { key: 'a', activityId: 'Cold', condition: 'x < 1' },
      { key: 'a', activityId: 'hot', condition: 'x > 1' },
      { key: 'b', activityId: 'hot', condition: 'temperature > 30' },
    ]);
  });

  it('have subscriptions by name, messages by key too, the oldest first', async () => {
    const later = '2026-02-01T00:00:00Z';
    for (const kind of ['message', 'signal'] as const) {
      const add = (subscription: number, name: string, key: string, createdAt?: string) =>
        insertSubscription(database.db, {
          instanceId: idOf(kind === 'message' ? 1 : 2),
          subscription,
          kind,
          name,
          key: kind === 'message' ? key : '',
          ...(createdAt !== undefined && { createdAt }),
          activityInstanceId: subscription === 1 ? idOf(9) : null,
        });
      await add(1, 'paid', 'k2', later);
      await add(2, 'paid', 'k1', later);
      await add(3, 'paid', '', later);
      await add(4, 'paid', 'k2');
      await add(5, 'Paid', 'k9', later);
    }
    const { messageSubscriptions, signalSubscriptions } = await readRegisteredEvents(database.db, undefined);
    expect(messageSubscriptions.map((row) => [row.name, row.correlationKey, row.activityId])).to.deep.equal([
      ['Paid', 'k9', 'wait-5'],
      ['paid', null, 'wait-3'],
      ['paid', 'k1', 'wait-2'],
      ['paid', 'k2', 'wait-4'],
      ['paid', 'k2', 'wait-1'],
    ]);
    expect(signalSubscriptions.map((row) => [row.name, row.activityId])).to.deep.equal([
      ['Paid', 'wait-5'],
      ['paid', 'wait-4'],
      ['paid', 'wait-1'],
      ['paid', 'wait-2'],
      ['paid', 'wait-3'],
    ]);
    expect(messageSubscriptions.at(-1)).to.deep.equal({
      name: 'paid',
      correlationKey: 'k2',
      instanceId: idOf(1),
      activityId: 'wait-1',
      activityInstanceId: idOf(9),
    });
    expect(signalSubscriptions[0]).to.deep.equal({
      name: 'Paid',
      instanceId: idOf(2),
      activityId: 'wait-5',
      activityInstanceId: null,
    });
  });
});
