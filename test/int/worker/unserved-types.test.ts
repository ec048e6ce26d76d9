import { expect } from 'chai';
import { beat } from '../../../src/db/members.ts';
import { openCallStatistics } from '../../../src/platform/call-statistics.ts';
import { newId } from '../../../src/platform/ids.ts';
import { fetchAndLock } from '../../../src/store/custom-task-locks.ts';
import type { CustomTaskChanges } from '../../../src/worker/custom-tasks/custom-task-changes.ts';
import { openUnservedTypes, type UnservedTypes } from '../../../src/worker/custom-tasks/custom-task-warnings.ts';
import { openHostNotifier } from '../../../src/worker/custom-tasks/notify-hosts.ts';
import { runCommandBatch } from '../../../src/worker/transaction/run-command-batch.ts';
import { startOf } from '../../support/commands.ts';
import { eventually } from '../../support/eventually.ts';
import { oneTask } from '../../support/models/custom-task-models.ts';
import { commandBatchOf } from '../../support/open-backend.ts';
import { type RecordingLog, recordingLog } from '../../support/recording-log.ts';
import { openWriteSide, type WriteSide } from '../../support/write-side.ts';

const NOBODY: ReadonlySet<string> = new Set();

describe('types that no one serves', () => {
  let side: WriteSide;
  let log: RecordingLog;
  let unserved: UnservedTypes;
  let changes: CustomTaskChanges;
  beforeEach(async () => {
    side = await openWriteSide();
    await side.deploy(oneTask('order', 'Work'));
    changes = (await runCommandBatch(side.worker(), commandBatchOf([startOf('order')]))).unit.customTasks;
    log = recordingLog();
    unserved = openUnservedTypes(side.connection, log, 0);
  });
  afterEach(() => side.close());

  const told = () => log.of(4034).map(({ properties }) => properties['TaskType']);
  /** A process that remote workers have asked for these types. */
  const heartbeatOf = async (...fetched: string[]) => {
    const calls = openCallStatistics();
    for (const typeKey of fetched) calls.fetched(typeKey, 'remote-1');
    const member = { memberId: newId(), processName: 'p', role: 'api', host: 'h', version: '1' };
    await beat(side.pool, member, calls.read());
  };

  it('are reported once when neither hosts nor remote workers take their tasks', async () => {
    await heartbeatOf('other');
    unserved.add('work', 'Work');
    await unserved.check(NOBODY);
    unserved.add('work', 'Work');
    await unserved.check(NOBODY);
    expect(told()).to.deep.equal(['Work']);
  });

  it('are not reported when a remote worker asks for them at any process', async () => {
    await heartbeatOf();
    await heartbeatOf('other', 'work');
    unserved.add('work', 'Work');
    await unserved.check(NOBODY);
    expect(told()).to.deep.equal([]);
  });

  it('are reported when the process that was asked has vanished, or reports as earlier versions did', async () => {
    await heartbeatOf('work');
    await side.sql("update member set heartbeat_at = now() - interval '1 minute'");
    const { fetchedTypes: _, ...earlier } = openCallStatistics().read();
    await beat(side.pool, { memberId: newId(), processName: 'p', role: 'api', host: 'h', version: '0' }, earlier);
    unserved.add('work', 'Work');
    await unserved.check(NOBODY);
    expect(told()).to.deep.equal(['Work']);
  });

  it('are not reported when a host has arrived in the meantime, or a user has claimed the task', async () => {
    unserved.add('work', 'Work');
    await unserved.check(new Set(['work']));
    await fetchAndLock(side.connection, { typeKey: 'work', holder: 'w', limit: 1, lockSeconds: 60 });
    unserved.add('work', 'Work');
    await unserved.check(NOBODY);
    expect(told()).to.deep.equal([]);
  });

  it('are found by the worker that creates their tasks when it looks who offers what', async () => {
    const queue = { sendWakeUp: async () => {}, announceEnded: async () => {} };
    const notifier = openHostNotifier(side.connection, queue, log, () => false, unserved);
    notifier.notify(changes); // not known yet who offers what: the wake-up signal may be needless
    await eventually('the look', () => {
      notifier.notify(changes);
      return told().length > 0;
    });
    notifier.stop();
    expect(told()).to.deep.equal(['Work']);
  });

  it('are given the time in which remote workers show', async () => {
    const patient = openUnservedTypes(side.connection, log, 60_000);
    patient.add('work', 'Work');
    await patient.check(NOBODY);
    expect(told()).to.deep.equal([]);
  });
});
