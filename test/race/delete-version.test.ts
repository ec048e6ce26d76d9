import { expect } from 'chai';
import type { Command } from '../../src/messages/commands.ts';
import { newId } from '../../src/platform/ids.ts';
import type { DeliveryTools } from '../../src/worker/delivery/delivery-tools.ts';
import { deployOf, startOf } from '../support/commands.ts';
import { sequence, task } from '../support/models/models.ts';
import { openStage, type Stage } from '../support/pause-points.ts';
import { deliverTo, openWriteSide, type WriteSide } from '../support/write-side.ts';

describe('a version is deleted while others use it (docs/contributing/spec/http/definitions.md#delete)', () => {
  let side: WriteSide;
  let stage: Stage;
  let first: DeliveryTools;
  let second: DeliveryTools;

  beforeEach(async () => {
    side = await openWriteSide();
    [first, second] = [side.worker(), side.worker()];
    stage = openStage();
    for (const id of ['a', 'b']) await side.deploy(order(id));
  });
  afterEach(async () => {
    stage.close();
    await side.close();
  });

  const order = (id: string) => sequence('order', task(id));
  const deletion = (version: number): Command => ({ kind: 'DeleteDefinition', id: newId(), key: 'order', version });
  /** The code of a rejection, else `done`. */
  async function outcomeOf(tools: DeliveryTools, ...commands: Command[]): Promise<string> {
    const { announced } = await deliverTo(tools, commands);
    return announced.map(({ reply }) => (reply?.ok === true ? 'done' : (reply?.rejection.code ?? 'no reply'))).join(' ');
  }
  const versions = async () =>
    (await side.sql<{ version: number }>('select version from definition_version order by version')).map(
      ({ version }) => version,
    );
  const instances = async () =>
    (await side.sql<{ id: string }>(`select split_part(definition_id, ':', 2) as id from instance order by 1`)).map(
      ({ id }) => id,
    );

  it('is refused when a start that has decided commits first', async () => {
    const start = startOf('order');
    const held = stage.hold('before-commit', start.id);
    const starting = outcomeOf(first, start);
    await held.reached();
    const deleting = outcomeOf(second, deletion(2));
    await side.untilBlocked();
    held.release();
    expect([await starting, await deleting]).to.deep.equal(['done', 'VERSION_IN_USE']);
    expect([await versions(), await instances()]).to.deep.equal([[1, 2], ['2']]);
  });

  for (const point of ['after-lock', 'before-write'] as const) {
    it(`lets a start take the version before when it found the one that goes (${point})`, async () => {
      const start = startOf('order');
      const held = stage.hold(point, start.id);
      const starting = outcomeOf(first, start);
      await held.reached();
      expect(await outcomeOf(second, deletion(2))).to.equal('done');
      held.release();
      expect(await starting).to.equal('done');
      expect([await versions(), await instances()]).to.deep.equal([[1], ['1']]);
    });
  }

  it('lets a start wait that comes while it commits', async () => {
    const command = deletion(2);
    const held = stage.hold('before-commit', command.id);
    const deleting = outcomeOf(first, command);
    await held.reached();
    const starting = outcomeOf(second, startOf('order'));
    held.release();
    expect([await deleting, await starting]).to.deep.equal(['done', 'done']);
    expect([await versions(), await instances()]).to.deep.equal([[1], ['1']]);
  });

  it('lets a start of the version itself be refused when it found it and it went', async () => {
    const start = startOf('order', { version: 2 });
    const held = stage.hold('before-write', start.id);
    const starting = outcomeOf(first, start);
    await held.reached();
    expect(await outcomeOf(second, deletion(2))).to.equal('done');
    held.release();
    expect(await starting).to.equal('VERSION_NOT_REGISTERED');
    expect(await instances()).to.deep.equal([]);
  });

  it('leaves the deleting transaction undone when it breaks', async () => {
    const command = deletion(2);
    stage.once('before-commit', command.id, async () => {
      throw Object.assign(new Error('broken'), { code: '40001' });
    });
    expect(await outcomeOf(first, command)).to.equal('done');
    expect(await versions()).to.deep.equal([1]);
    const rows = await side.sql<{ n: number }>(
      `select count(*)::int as n from journal where events::text like '%DefinitionDeleted%'`,
    );
    expect(rows).to.deep.equal([{ n: 1 }]);
  });

  it('is done once when many delete the same, and with starts and deploys next to it nothing dangles', async () => {
    const all = Array.from({ length: 24 }, (_, n): Command => {
      if (n % 4 === 0) return deletion(2);
      if (n % 4 === 1) return deletion(1 + (n % 3));
      return n % 4 === 2 ? startOf('order') : deployOf(order(`x${n % 2}`));
    });
    const codes = await Promise.all(all.map((command, n) => outcomeOf(n % 2 === 0 ? first : second, command)));
    expect(
      codes.filter((code) => !['done', 'VERSION_IN_USE', 'VERSION_NOT_REGISTERED', 'PROCESS_NOT_REGISTERED'].includes(code)),
    ).to.deep.equal([]);
    const dangling = `select id from instance i where not exists (select from definition_version v where v.definition_id = i.definition_id)`;
    expect(await side.sql(dangling)).to.deep.equal([]);
    const unused = `select hash from model_text t where not exists (select from definition_version v where v.text_hash = t.hash)`;
    expect(await side.sql(unused)).to.deep.equal([]);
    const [process] = await side.sql<object>('select latest_version, definition_id from process');
    const [latest] = await side.sql<object>(
      'select version as latest_version, definition_id from definition_version order by version desc limit 1',
    );
    expect(process).to.deep.equal(latest);
  });

  it('does not deadlock with a deploy of the same text under another key', async () => {
    const file = sequence('other', task('a'));
    await side.deploy(file);
    const deletes = { kind: 'DeleteDefinition', key: 'other' } as const;
    for (let version = 1; version <= 6; version += 1) {
      const both = [outcomeOf(first, { ...deletes, id: newId(), version }), outcomeOf(second, deployOf(file))];
      expect(await Promise.all(both)).to.deep.equal(['done', 'done']);
    }
  });

  it('is run alone when it is in a command batch with others', async () => {
    expect(await outcomeOf(first, deletion(2), startOf('order'), deletion(1), deployOf(order('c')), startOf('order'))).to.equal(
      'done done VERSION_IN_USE done done',
    );
    expect([await versions(), await instances()]).to.deep.equal([
      [1, 3],
      ['1', '3'],
    ]);
  });
});
