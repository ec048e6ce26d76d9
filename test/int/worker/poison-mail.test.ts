import { expect } from 'chai';
import type { Command } from '../../../src/messages/commands.ts';
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

  /** Delivers what is handed over, and what that hands over, until nothing is. @returns how many deliveries it took */
  async function deliverAll(first: Command, attemptAt: (command: Command) => number): Promise<number> {
    let count = 0;
    for (let next: readonly Command[] = [first]; next.length > 0 && count < 20; count += 1) {
      const [command] = next;
      const { added } = await deliverTo(side.worker(), [command as Command], attemptAt(command as Command), null);
      next = added.flatMap(({ commands }) => commands).filter(({ kind }) => kind === 'DrainMailbox');
    }
    return count;
  }
  const letters = () => side.sql(`select command ->> 'kind' as kind, command_id as id from dead_letter`);
  const isOver = () => side.value<boolean>('select is_terminal from instance where id = $1', [caller]);

  it('is emptied past it when it meets a bug: it alone is parked', async () => {
    expect(await deliverAll(drain(caller), () => 1)).to.be.below(6);
    expect(await letters()).to.deep.equal([{ kind: 'ApplyMail', id: bad }]);
    expect(await isOver()).to.equal(true);
    expect(log.of(5004)).to.deep.equal([
      { CommandKind: 'Unheard', CommandId: bad, Attempt: 1, ErrorMessage: log.of(5004)[0]?.['ErrorMessage'] },
    ]);
  });

  it('is emptied past it when it has ended every worker that tried it: it alone is parked, at the tenth attempt', async () => {
    const deadly = (command: Command) => {
      if (command.kind !== 'DrainMailbox') return 1;
      if (command.only === undefined) return command === first ? 4 : 1;
      return command.only === bad ? 10 : 1;
    };
    const first = drain(caller);
    await deliverAll(first, deadly);
    expect(await letters()).to.deep.equal([{ kind: 'ApplyMail', id: bad }]);
    expect(await isOver()).to.equal(true);
  });

  it('is applied whole when a healthy command stands first in a nudge that dead workers had', async () => {
    await side.sql('delete from outbox where command_id = $1', [bad]);
    await deliverAll(drain(caller), (command) => (command.kind === 'DrainMailbox' && command.only === undefined ? 10 : 1));
    expect(await letters()).to.deep.equal([]);
    expect(await isOver()).to.equal(true);
  });
});
