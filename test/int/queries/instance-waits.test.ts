import { expect } from 'chai';
import { EVENT_VERSION } from '../../../src/engine/events.ts';
import { writeSnapshot } from '../../../src/engine/state/snapshot.ts';
import { newId } from '../../../src/platform/ids.ts';
import { readWaitingInstance } from '../../../src/queries/instances/instance-waits.ts';
import { waitsOf } from '../../../src/waits/waits-of.ts';
import { complete, start } from '../../support/given-when-then.ts';
import { Driver } from '../../support/given-when-then-driver.ts';
import { processOf } from '../../support/process-builder.ts';
import { type OpenDatabase, openDatabase } from './open-database.ts';

const MODEL = 's: start\na: task\njob: service type Mail\nf: s -> a\ng: a -> job';

describe('what is read of an instance that waits', () => {
  let database: OpenDatabase;
  before(async () => {
    database = await openDatabase();
  });
  after(() => database.close());

  /** An instance after two commands whose stored state is that after the first, or some other text. */
  async function stored(text?: string): Promise<string> {
    const id = newId();
    const driver = new Driver(processOf(MODEL), { checked: false });
    driver.send(start());
    const state = text ?? writeSnapshot(driver.state);
    driver.send(complete('a'));
    await database.db
      .insertInto('instance')
      .values({ id, definition_id: 'definition', seq: 2, is_terminal: false, state, state_seq: 1 })
      .execute();
    const rows = driver.batches.map((events, index) => ({
      subject_id: id,
      seq: index + 1,
      command_id: newId(),
      at: new Date(1_700_000_000_000),
      v: EVENT_VERSION,
      events: JSON.stringify(events),
    }));
    await database.db.insertInto('journal').values(rows).execute();
    return id;
  }

  async function found(id: string) {
    const answer = await readWaitingInstance(database.db, id, undefined);
    if (answer.kind !== 'found') throw new Error(answer.kind);
    return answer;
  }

  it('is the state after the last row of the journal when the stored one is older', async () => {
    const { state, facts, status, end } = await found(await stored());
    expect([status, end]).to.deep.equal(['running', null]);
    expect(waitsOf(state, processOf(MODEL), facts).map(({ kind, element }) => [kind, element])).to.deep.equal([
      ['CustomTask', 'job'],
    ]);
  });

  it('is built from the whole journal when the stored state is of a version that cannot be read', async () => {
    const { state } = await found(await stored('{"v":999}'));
    expect([...state.entries.values()].map(({ element }) => element)).to.deep.equal(['job']);
  });

  it('has the hosts that were seen lately when they offer a type that is waited for', async () => {
    const id = await stored();
    const { state } = await found(id);
    const [entry = 0] = state.entries.keys();
    await database.db
      .insertInto('custom_task')
      .values({
        task_id: newId(),
        instance_id: id,
        entry,
        type_key: 'mail',
        task_type: 'Mail',
        definition_id: 'definition',
        process_key: 'process',
        activity_id: 'job',
        business_id: null,
        input: '{}',
        attempts: 3,
        delays_ms: [],
        available_at: new Date(0),
        locked_by: null,
        claimed_at: null,
        created_at: new Date(0),
        traceparent: null,
      })
      .execute();
    const host = (name: string, seenAt: Date, typeKey = 'mail') => ({
      host: name,
      type_key: typeKey,
      task_type: 'Mail',
      display_name: null,
      parameter_schema: null,
      announced_at: seenAt,
      seen_at: seenAt,
    });
    const now = new Date();
    const hosts = [host('b', now), host('a', now), host('gone', new Date(0)), host('other', now, 'other')];
    await database.db.insertInto('custom_task_host').values(hosts).execute();
    const { facts } = await found(id);
    expect([...facts.hosts]).to.deep.equal([['mail', ['a', 'b']]]);
    expect(facts.customTasks.get(entry)).to.deep.include({ taskType: 'Mail', attempts: 3, failures: 0 });
  });

  it('refuses a state that is too long for one read', async () => {
    const id = await stored(`{"v":3,"padding":"${'x'.repeat(4_194_304)}"}`);
    expect(await readWaitingInstance(database.db, id, undefined)).to.deep.equal({ kind: 'too-large', most: 4_194_304 });
  });

  it('is nothing when the instance is unknown', async () => {
    expect(await readWaitingInstance(database.db, newId(), undefined)).to.deep.equal({ kind: 'unknown' });
  });
});
