import { expect } from 'chai';
import { newId } from '../../../src/platform/ids.ts';
import { drain } from '../../../src/worker/delivery/relay.ts';
import { completeOf, startOf } from '../../support/commands.ts';
import { processOf } from '../../support/models/event-elements.ts';
import { sequence, task } from '../../support/models/models.ts';
import { type KeptLog, keptLog } from '../../support/read-side.ts';
import { deliverTo, openWriteSide, type WriteSide } from '../../support/write-side.ts';

describe('a mailbox with a command that cannot be applied (docs/contributing/spec/reliability.md#poison-command)', () => {
  let side: WriteSide;
  let log: KeptLog;
  let caller: string;
  let bad: string;
  beforeEach(async () => {
    log = keptLog();
    side = await openWriteSide({ log });
    await side.deploy(sequence('called', task('work')));
    await side.deploy(processOf('calling', '', ['<callActivity id="call" calledElement="called"/>']));
    const start = startOf('calling');
    await side.run(start);
    caller = start.instanceId;
    const child = await side.value<string>('select id from instance where id <> $1', [caller]);
    await side.run(completeOf(child, 'work'));
    bad = newId();
    await side.sql(
      `insert into outbox (command_id, target_id, command, created_at, position) overriding system value
        values ($1, $2, '{"type":"Unheard"}', clock_timestamp(), 0)`,
      [bad, caller],
    );
  });
  afterEach(() => side.close());

  const letters = () => side.sql(`select command ->> 'kind' as kind, command_id as id from dead_letter`);
  const isOver = () => side.value<boolean>('select is_terminal from instance where id = $1', [caller]);

  it('is emptied past it when it meets a bug: it alone is parked', async () => {
    await deliverTo(side.worker(), [drain(caller)], 1, null);
    expect(await letters()).to.deep.equal([{ kind: 'ApplyMail', id: bad }]);
    expect(await isOver()).to.equal(true);
    expect(log.of(5004)).to.deep.equal([
      { CommandKind: 'Unheard', CommandId: bad, Attempt: 1, ErrorMessage: log.of(5004)[0]?.['ErrorMessage'] },
    ]);
  });

  it('is emptied past it when two workers have died while they tried it alone: it alone is parked', async () => {
    const trial = { commandId: bad, deaths: 1, worker: newId() };
    const { trials } = await deliverTo(side.worker(), [drain(caller)], 4, null, trial);
    expect(log.of(5004)[0]?.['ErrorMessage']).to.equal('the command ended every worker that tried it');
    expect(await letters()).to.deep.equal([{ kind: 'ApplyMail', id: bad }]);
    expect(await isOver()).to.equal(true);
    // the next mail is tried alone too
    expect(trials.map((one) => one?.deaths)).to.deep.equal([0]);
  });

  it('is applied whole when healthy mail waits, however many workers have died', async () => {
    await side.sql('delete from outbox where command_id = $1', [bad]);
    await deliverTo(side.worker(), [drain(caller)], 10, null);
    expect(await letters()).to.deep.equal([]);
    expect(await isOver()).to.equal(true);
  });
});
