import { expect } from 'chai';
import { withTransaction } from '../../../src/db/connection.ts';
import { newId } from '../../../src/platform/ids.ts';
import { takeTodo } from '../../../src/projector/todo.ts';
import { insertOutbox, readInstanceQueues } from '../../../src/store/outbox.ts';
import { readSent } from '../../../src/store/senders.ts';
import { startOf } from '../../support/commands.ts';
import { openWriteSide, type WriteSide } from '../../support/write-side.ts';

const AT = new Date(0).toISOString();

describe('the order of rows', () => {
  let side: WriteSide;
  const ids = [newId(), newId(), newId(), newId()];
  before(async () => {
    side = await openWriteSide();
  });
  after(() => side.close());

  /** Empties the table and lets its next row have this position. */
  async function startAt(table: string, position: number): Promise<void> {
    await side.sql(`truncate ${table}`);
    const sequence = await side.value<string>(`select pg_get_serial_sequence('${table}', 'position')`);
    await side.sql(`alter sequence ${sequence} restart with ${position}`);
  }

  // as texts, 10 sorts before 9 and 100 before 99
  for (const first of [8, 98, 998, 99_998]) {
    it(`is the order in which the sender has thrown its commands, from position ${first} on`, async () => {
      await startAt('outbox', first);
      const senderId = newId();
      const followUps = ids.map((id) => ({ command: { ...startOf('order'), id }, place: { senderId } }));
      await withTransaction(side.pool, async (t) => insertOutbox(t, followUps, [], AT));
      expect((await readSent(side.connection, senderId, 10)).map(({ command }) => command.id)).to.deep.equal(ids);
      const [oldest] = await readSent(side.connection, senderId, 1);
      expect(oldest?.command.id).to.equal(ids[0]);
    });

    it(`is the order of arrival of commands in a mailbox, from position ${first} on`, async () => {
      await startAt('outbox', first);
      const targetId = newId();
      const mail = ids.map((id) => ({ id, targetId, command: { type: 'CancelInstance' } as never }));
      await withTransaction(side.pool, async (t) => insertOutbox(t, [], mail, AT));
      expect((await readInstanceQueues(side.connection, [targetId], 10)).map(({ id }) => id)).to.deep.equal(ids);
    });

    it(`is the order in which the projector takes instances, from position ${first} on`, async () => {
      await startAt('projection_todo', first);
      for (const id of ids) await side.sql(`insert into projection_todo (subject_id, kind, at) values ($1, 'i', $2)`, [id, AT]);
      const taken: string[] = [];
      for (let n = 0; n < ids.length; n++) {
        const [row] = await withTransaction(side.pool, (transaction) => takeTodo(transaction, 1, []));
        taken.push(row?.subjectId ?? '');
      }
      expect(taken).to.deep.equal(ids);
    });
  }
});
