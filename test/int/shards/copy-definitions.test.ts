import { expect } from 'chai';
import { withTransaction } from '../../../src/db/connection.ts';
import type { Command } from '../../../src/messages/commands.ts';
import { newId } from '../../../src/platform/ids.ts';
import { projectBatch } from '../../../src/projector/batch.ts';
import { copyDefinitions, startDefinitionCopies } from '../../../src/shards/copy-definitions.ts';
import { startOf } from '../../support/commands.ts';
import { eventually } from '../../support/eventually.ts';
import { decision, decisionFile, literal } from '../../support/models/decisions.ts';
import { message, onMessage, startedBy } from '../../support/models/event-elements.ts';
import { sequence, task } from '../../support/models/models.ts';
import { keptLog } from '../../support/read-side.ts';
import { openWriteSide, type WriteSide } from '../../support/write-side.ts';

/** What the first shard and a copy of it have in common. */
const COPIED = [
  'select key, subject_id, latest_version, definition_id, is_active, seq, highest_version from process where seq > 0 order by key collate "C"',
  'select * from definition_version order by definition_id collate "C"',
  'select * from model_text order by hash collate "C"',
  'select * from deployment_resource order by file_id, name collate "C"',
  'select * from key_suspension order by key collate "C"',
  'select * from decision order by key collate "C"',
  'select * from decision_version order by key collate "C", version',
  'select * from decision_reference order by definition_id collate "C", decision_key collate "C", binding, value',
  `select subject_id, seq, command_id, at, v, actor from journal where subject_id in (select subject_id from process) order by 1, 2`,
];
/** What lists read. */
const LISTED = [
  'select * from q_definition order by definition_id collate "C"',
  'select subject_id, key, is_active, is_suspended, last_seq from q_process order by key collate "C"',
];

// slow: 4 s for the first test: each of eleven changes is copied, projected and compared
// tier all: each of eleven changes is copied, projected and compared; shards-of-workers shows that definitions are copied
describe('definitions are copied from the first shard to another (docs/contributing/spec/shards.md#definitions)', () => {
  let first: WriteSide;
  let other: WriteSide;
  beforeEach(async () => {
    [first, other] = await Promise.all([openWriteSide(), openWriteSide()]);
  });
  afterEach(async () => {
    await first.close();
    await other.close();
  });

  const copy = () => copyDefinitions(first.pool, other.pool);
  const order = (id: string) => sequence('order', task(id));
  const project = async ({ pool }: WriteSide) => {
    while ((await withTransaction(pool, (transaction) => projectBatch(transaction, 100, []))).takenCount > 0);
  };
  const rowsOf = (side: WriteSide, texts: readonly string[]) => Promise.all(texts.map((text) => side.sql(text)));
  async function expectEqual(): Promise<void> {
    expect(await rowsOf(other, COPIED)).to.deep.equal(await rowsOf(first, COPIED));
    for (const side of [first, other]) await project(side);
    expect(await rowsOf(other, LISTED)).to.deep.equal(await rowsOf(first, LISTED));
    expect(await copy(), 'a copy of equal definitions').to.equal(false);
  }
  async function change(command: Command): Promise<void> {
    const [reply] = await first.run(command);
    expect(reply?.ok, JSON.stringify(reply)).to.equal(true);
    expect(await copy(), command.kind).to.equal(true);
    await expectEqual();
  }
  const decided = (id: string, text: string): Command => {
    const content = decisionFile(decision(id, literal(text)));
    return { kind: 'DeployDecisions', id: newId(), files: [{ name: `${id}.dmn`, content }] };
  };

  it('with every change, and start instances there', async () => {
    expect(await copy()).to.equal(false);
    const bpmnXml = startedBy('order', message('paid', 'paid'), onMessage('paid'), [task('a')]);
    const scripts = [{ name: 'rate.dmn', content: decisionFile(decision('rate', literal('1'))) }];
    await change({ kind: 'DeployDefinition', id: newId(), bpmnXml, scripts, actor: 'ann' });
    await change({ kind: 'DeployDefinition', id: newId(), bpmnXml: order('b') });
    await change({ kind: 'DisableProcess', id: newId(), key: 'order' });
    expect((await other.run(startOf('order')))[0]).to.have.nested.property('rejection.code', 'PROCESS_DISABLED');
    await change({ kind: 'EnableProcess', id: newId(), key: 'order' });
    await change({ kind: 'SuspendProcess', id: newId(), key: 'order', reason: 'stop' });
    expect((await other.run(startOf('order')))[0]).to.have.nested.property('rejection.code', 'PROCESS_SUSPENDED');
    await change({ kind: 'ResumeProcess', id: newId(), key: 'order' });
    await change(decided('grade', '1'));
    await change(decided('grade', '2'));
    const evaluation = { kind: 'EvaluateDecision', id: newId(), key: 'grade', version: null, variables: {} } as const;
    expect(JSON.stringify(await other.run(evaluation))).to.contain('"value":2');
    await change({ kind: 'DeleteDecision', id: newId(), key: 'grade', version: 1 });
    await change({ kind: 'DeleteDefinition', id: newId(), key: 'order', version: 1 });
    const start = startOf('order');
    expect((await other.run(start))[0]?.ok).to.equal(true);
    await project(other);
    expect(await other.value('select version from q_instance where instance_id = $1', [start.instanceId])).to.equal(2);
  });

  it('without the start events, which only the first registers', async () => {
    await first.deploy(startedBy('order', message('paid', 'paid'), onMessage('paid')));
    await first.run({ kind: 'DisableProcess', id: newId(), key: 'order' }, { kind: 'EnableProcess', id: newId(), key: 'order' });
    await copy();
    await expectEqual();
    for (const table of ['start_trigger', 'q_start_trigger']) {
      expect(await first.value(`select count(*)::int from ${table}`), table).to.equal(1);
      expect(await other.value(`select count(*)::int from ${table}`), table).to.equal(0);
    }
    expect(await other.value('select count(*)::int from feed')).to.equal(0);
  });

  it('but a deleted version stays where it has instances, with the decisions that it uses, until they are gone', async () => {
    await first.run(decided('grade', '1'));
    await first.deploy(
      sequence('order', task('wait'), '<businessRuleTask id="decide" camunda:decisionRef="grade" camunda:resultVariable="x"/>'),
    );
    await first.deploy(order('b'));
    await copy();
    const start = startOf('order', { version: 1 });
    await other.run(start);
    await first.run({ kind: 'DeleteDefinition', id: newId(), key: 'order', version: 1 });
    await first.run({ kind: 'DeleteDecision', id: newId(), key: 'grade', version: 1 });
    expect(await copy()).to.equal(true);
    const kept = ['select version from definition_version', 'select version from decision_version'];
    expect(await rowsOf(first, kept)).to.deep.equal([[{ version: 2 }], []]);
    expect(await rowsOf(other, kept)).to.deep.equal([[{ version: 1 }, { version: 2 }], [{ version: 1 }]]);
    await project(other);
    expect(await other.sql('select version from q_definition')).to.deep.equal([{ version: 2 }]);
    expect(await copy()).to.equal(false);
    const { instanceId } = start;
    await other.run({ kind: 'CompleteActivity', id: newId(), instanceId, activityId: 'wait', variables: {} });
    expect(await other.value('select is_terminal from instance')).to.equal(true);
    await other.run({ kind: 'DeleteInstance', id: newId(), instanceId });
    expect(await copy()).to.equal(true);
    await expectEqual();
  });

  it('when several copy at the same time', async () => {
    for (const id of ['a', 'b', 'c']) await first.deploy(order(id));
    const changes = await Promise.all([copy(), copy(), copy()]);
    expect(changes.filter(Boolean)).to.have.length(1);
    await expectEqual();
  });

  it('by a loop that logs an outage once and continues after it', async () => {
    await first.deploy(order('a'));
    const log = keptLog();
    const stopping = new AbortController();
    let changes = 0;
    await first.sql('alter table process rename to absent');
    const failed = log.next(7030);
    const ended = startDefinitionCopies({
      from: first.pool,
      to: other.pool,
      log,
      stopping: stopping.signal,
      onChange: () => {
        changes += 1;
      },
    });
    await failed;
    await first.sql('alter table absent rename to process');
    await eventually('the copy', () => changes === 1);
    stopping.abort();
    await ended;
    expect(log.lines).to.have.length(1);
    await expectEqual();
  });
});
