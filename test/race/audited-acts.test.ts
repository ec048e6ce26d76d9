import { expect } from 'chai';
import type { AuditNote } from '../../src/messages/causation.ts';
import { newId } from '../../src/platform/ids.ts';
import type { DeliveryTools } from '../../src/worker/delivery/delivery-tools.ts';
import { deployOf, startOf } from '../support/commands.ts';
import { type CutProxy, openCutProxy } from '../support/cut-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { expectEmpty, expectJson } from '../support/http/expect-answer.ts';
import { get, post } from '../support/http/http-client.ts';
import { deploy, start } from '../support/http/steps.ts';
import { sequence, task, userTask } from '../support/models/models.ts';
import { openStage, type Stage } from '../support/pause-points.ts';
import { startService } from '../support/service.ts';
import { deliverTo, openWriteSide, type WriteSide } from '../support/write-side.ts';

// tier all: a race of one command; the commit tier has the races of delivery, order, timers, instances and commits

const NOTE: AuditNote = { act: 'CancelInstance', by: 'token', surface: 'api', address: '203.0.113.9' };
type Given = Parameters<typeof deliverTo>[1][number];

describe('acts that are recorded while workers die (docs/contributing/spec/audit.md#promise)', () => {
  let side: WriteSide;
  let stage: Stage;
  let first: DeliveryTools;
  let second: DeliveryTools;
  beforeEach(async () => {
    side = await openWriteSide();
    [first, second] = [side.worker(), side.worker()];
    await side.deploy(sequence('order', userTask('ask')));
    stage = openStage();
  });
  afterEach(async () => {
    stage.close();
    await side.close();
  });

  const entries = () =>
    side.sql(
      `select act, actor, target_kind, target_id, process_key, client_address, command_id, result, status, entry_count from audit_entry`,
    );
  async function cancelOfNew(): Promise<Given & { readonly kind: 'CancelInstance' }> {
    const started = startOf('order');
    await side.run(started);
    return { kind: 'CancelInstance', id: newId(), instanceId: started.instanceId, reason: 'no', actor: 'ann', audit: NOTE };
  }
  const entryOf = ({ id, instanceId }: { id: string; instanceId: string }) => ({
    act: 'CancelInstance',
    actor: 'ann',
    target_kind: 'instance',
    target_id: instanceId,
    process_key: 'order',
    client_address: '203.0.113.9',
    command_id: id,
    result: 'accepted',
    status: 200,
    entry_count: 1,
  });

  it('have no entry when the worker breaks off before the commit, and one when another has carried the act out', async () => {
    const cancel = await cancelOfNew();
    stage.once('before-commit', cancel.id, () => Promise.reject(new Error('power cut')));
    await deliverTo(first, [cancel]).catch(() => {});
    expect(await entries()).to.deep.equal([]);
    await side.sql('delete from dead_letter');
    await deliverTo(second, [cancel]);
    expect(await entries()).to.deep.equal([entryOf(cancel)]);
  });

  it('have one entry when they are delivered again, to two workers concurrently, and twice in one command batch', async () => {
    const cancel = await cancelOfNew();
    await Promise.all([deliverTo(first, [cancel, cancel]), deliverTo(second, [cancel])]);
    await deliverTo(second, [cancel]);
    expect(await entries()).to.deep.equal([entryOf(cancel)]);
  });

  it('have one entry when the worker breaks off behind the commit', async () => {
    const cancel = await cancelOfNew();
    stage.once('after-commit', cancel.id, () => Promise.reject(new Error('power cut')));
    await deliverTo(first, [cancel]).catch(() => {});
    await deliverTo(second, [cancel]);
    expect(await entries()).to.deep.equal([entryOf(cancel)]);
  });

  it('have none when the rules reject it, or when nothing is to be recorded', async () => {
    const { audit: _none, ...cancel } = await cancelOfNew();
    await deliverTo(first, [cancel as Given]);
    await deliverTo(first, [{ ...(await cancelOfNew()), instanceId: newId() }]);
    expect(await entries()).to.deep.equal([]);
  });

  it('have an entry again when the same id is run after its reply was forgotten', async () => {
    const cancel = await cancelOfNew();
    const switchOff: Given = { kind: 'DisableProcess', id: newId(), key: 'order', audit: { ...NOTE, act: 'DisableProcess' } };
    await deliverTo(first, [switchOff]);
    await side.sql('delete from inbox');
    await deliverTo(first, [switchOff]);
    expect(await entries()).to.have.length(2);
    await deliverTo(first, [cancel]);
    expect(await entries()).to.have.length(3);
  });

  it('name the versions of a deploy, and the key when it is one', async () => {
    const audit = { ...NOTE, act: 'DeployDefinition' };
    const one: Given = { ...deployOf(sequence('a', task('t'))), audit };
    await deliverTo(first, [one]);
    const resources = [{ name: 'c.bpmn', content: sequence('c', task('t')) }];
    await deliverTo(first, [{ ...deployOf(sequence('b', task('t'))), resources, audit } as Given]);
    const found = await side.sql('select target_kind, target_id, process_key from audit_entry order by at');
    expect(found).to.deep.equal([
      { target_kind: 'definition', target_id: 'a:1', process_key: 'a' },
      { target_kind: 'definition', target_id: 'b:1, c:1', process_key: null },
    ]);
  });
});

describe('acts whose commits lose their answers (docs/contributing/spec/audit.md#accepted-once)', () => {
  let database: TestDatabase;
  let wire: CutProxy;
  before(async () => {
    database = await createTestDatabase();
    wire = await openCutProxy(database.url);
  });
  after(async () => {
    await wire.close();
    await database.drop();
  });

  it('have one entry each when connections break at the commit', async () => {
    const service = await startService({ databaseUrl: wire.url, env: { Audit__Enabled: 'true' } });
    try {
      await deploy(service.url, sequence('order', task('work')));
      const ids: string[] = [];
      for (let round = 0; round < 6; round++) {
        ids.push(await start(service.url, 'order'));
        wire.cutOnCommit(1 + (round % 3));
        expectEmpty(await post(service.url, `/Instances/${ids[round]}/cancel`, {}));
      }
      const listed = () => get(service.url, '/Audit?filters=Act==CancelInstance&pageSize=100');
      const { items } = await eventually('the list is read', async () => expectJson(await listed()));
      expect(items.map(({ targetId }: { targetId: string }) => targetId).sort()).to.deep.equal(ids.sort());
    } finally {
      await service.stop();
    }
  });
});
