import { expect } from 'chai';
import { isUniqueViolation, type Transaction, withTransaction } from '../../../src/db/connection.ts';
import type { EngineEvent } from '../../../src/engine/events.ts';
import { SMALL_STATE } from '../../../src/engine/state/state-index.ts';
import { newId } from '../../../src/platform/ids.ts';
import { findDefinition, hashOfModelText, insertDefinitions } from '../../../src/store/definitions.ts';
import { forgetReplies, openInbox, storeReplies } from '../../../src/store/inbox.ts';
import { lockInstances, readInstance, readStateText, type StoredInstance, saveInstances } from '../../../src/store/instances.ts';
import { appendJournal, type JournalRow, markUnprojected, readJournal } from '../../../src/store/journal.ts';
import { parkCommand, repairParked } from '../../../src/store/letters.ts';
import { LONG_TEXT } from '../../../src/store/long-text.ts';
import { deleteOutbox, findOverdue, insertOutbox } from '../../../src/store/outbox.ts';
import { findProcesses, lockProcesses, updateProcesses } from '../../../src/store/processes.ts';
import { routeUserTasks } from '../../../src/store/routes.ts';
import { saveUserTasks } from '../../../src/store/user-task-index.ts';
import { startOf } from '../../support/commands.ts';
import { deferred } from '../../support/deferred.ts';
import { eventually } from '../../support/eventually.ts';
import { openWriteSide, type WriteSide } from '../../support/write-side.ts';

describe('the store', () => {
  let side: WriteSide;
  const at = '2030-01-02T03:04:05.678Z';

  before(async () => {
    side = await openWriteSide();
  });
  after(() => side.close());

  const commit = <T>(work: (transaction: Transaction) => Promise<T> | T) => withTransaction(side.pool, async (t) => work(t));
  const failure = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => undefined,
      (error: unknown) => error,
    );
  const instance = (id: string, more: Partial<StoredInstance> = {}): StoredInstance => {
    const snapshot = '{"v":1, "z":1,"a":2}';
    const { seq = 1 } = more;
    const sizes = { stateSize: snapshot.length, journalSize: 0 };
    return { id, definitionId: 'order:1:x', seq, isTerminal: false, snapshot, snapshotSeq: seq, ...sizes, ...more };
  };
  const row = (subjectId: string, seq: number, more: Partial<JournalRow> = {}): JournalRow => {
    const events = [{ type: 'FlowTaken', flow: `f${seq}` } as unknown as EngineEvent];
    return { subjectId, kind: 'i', seq, commandId: newId(), events, text: JSON.stringify(events), ...more };
  };
  /** Resolves when a session waits for a lock in this database. */
  const untilBlocked = () =>
    eventually('somebody who waits for a lock', () =>
      side.value<boolean>(
        `select count(*) > 0 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      ),
    );

  describe('of instances', () => {
    it('gives back to the letter what was saved, in id order, and nothing for an unknown id', async () => {
      const ids = [newId(), newId(), newId()].sort();
      await commit((t) =>
        saveInstances(
          t,
          [...ids].reverse().map((id, n) => instance(id, { seq: n + 1 })),
          at,
        ),
      );
      const locked = await commit((t) => lockInstances(t, [...ids, newId()].reverse()));
      expect(locked).to.deep.equal(ids.map((id, n) => instance(id, { seq: 3 - n })));
    });

    it('keeps what never changes and replaces the rest when an instance is saved again', async () => {
      const id = newId();
      await commit((t) => saveInstances(t, [instance(id)], at));
      await commit((t) => saveInstances(t, [instance(id, { seq: 2, isTerminal: true, snapshot: '{}' })], at));
      expect(await commit((t) => lockInstances(t, [id]))).to.deep.equal([
        instance(id, { seq: 2, isTerminal: true, snapshot: '{}' }),
      ]);
    });

    it('leaves the stored state as it is when only rows of its journal are added, and leaves it out when it is large', async () => {
      const id = newId();
      const large = { stateSize: SMALL_STATE + 1, snapshot: JSON.stringify({ v: 1, text: 'x'.repeat(SMALL_STATE) }) };
      await commit((t) => saveInstances(t, [instance(id, large)], at));
      await commit((t) => saveInstances(t, [instance(id, { ...large, seq: 2, snapshot: null, journalSize: 70 })], at));
      await commit((t) => saveInstances(t, [instance(id, { ...large, seq: 3, snapshot: null, journalSize: 140 })], at));
      const expected = { ...large, seq: 3, snapshotSeq: 1, journalSize: 140 };
      expect(await commit((t) => lockInstances(t, [id]))).to.deep.equal([instance(id, { ...expected, snapshot: null })]);
      expect(await readInstance(side.connection, id)).to.deep.equal(instance(id, expected));
      expect(await readStateText(side.connection, id)).to.equal(large.snapshot);
      const snapshot = JSON.stringify({ v: 1, text: `"${'y'.repeat(LONG_TEXT)}\n` });
      await commit((t) =>
        saveInstances(t, [instance(id, { seq: 4, stateSize: snapshot.length, snapshot }), instance(newId())], at),
      );
      expect(await readStateText(side.connection, id)).to.equal(snapshot);
      const small = { stateSize: 2, snapshot: '{}', seq: 5 };
      await commit((t) => saveInstances(t, [instance(id, small)], at));
      expect(await commit((t) => lockInstances(t, [id]))).to.deep.equal([instance(id, small)]);
    });

    it('makes the second wait and see the new state when two lock the same instance', async () => {
      const id = newId();
      await commit((t) => saveInstances(t, [instance(id)], at));
      const release = deferred();
      const locked = deferred();
      const first = commit(async (t) => {
        await lockInstances(t, [id]);
        locked.resolve();
        await release.promise;
        saveInstances(t, [instance(id, { seq: 2 })], at);
      });
      await locked.promise;
      const second = commit((t) => lockInstances(t, [id]));
      await untilBlocked();
      release.resolve();
      await first;
      expect((await second).map(({ seq }) => seq)).to.deep.equal([2]);
    });
  });

  describe('of the journal', () => {
    it('gives a history back in order of its numbers, with times in ms', async () => {
      const id = newId();
      const rows = [row(id, 2), row(id, 1)];
      await commit((t) => appendJournal(t, rows, at));
      const expected = [rows[1], rows[0]].map((r) => ({ at: Date.parse(at), events: r?.events }));
      expect(await readJournal(side.connection, id, { after: 0, upTo: 2 })).to.deep.equal(expected);
    });

    it('gives long rows back as they are, next to short ones', async () => {
      const id = newId();
      const long = [{ type: 'FlowTaken', flow: `"quoted"\\\n${'x'.repeat(LONG_TEXT)}` } as unknown as EngineEvent];
      const rows = [row(id, 1), row(id, 2, { events: long, text: JSON.stringify(long), actor: 'ann' }), row(id, 3)];
      await commit((t) => appendJournal(t, rows, at));
      const stored = await readJournal(side.connection, id, { after: 0, upTo: 3 });
      expect(stored.map(({ events }) => events)).to.deep.equal(rows.map(({ events }) => events));
      expect(await side.value('select actor from journal where subject_id = $1 and seq = 2', [id])).to.equal('ann');
    });

    it('refuses a number twice and keeps nothing of that transaction (docs/contributing/architecture.md#the-transaction)', async () => {
      const [id, other] = [newId(), newId()];
      await commit((t) => appendJournal(t, [row(id, 1)], at));
      const error = await failure(
        commit((t) => {
          appendJournal(t, [row(other, 1)], at);
          appendJournal(t, [row(id, 1)], at);
        }),
      );
      expect(isUniqueViolation(error, 'journal')).to.equal(true);
      expect(await readJournal(side.connection, other, { after: 0, upTo: 2 })).to.deep.equal([]);
    });

    it('marks each subject once when several commands of a command batch changed it (docs/contributing/adr/0003-no-global-event-sequence.md)', async () => {
      const [id, process] = [newId(), newId()];
      await commit((t) => markUnprojected(t, [row(id, 1), row(id, 2), row(process, 1, { kind: 'd' })], at));
      const marked = await side.sql('select subject_id, kind from projection_todo where subject_id in ($1, $2) order by kind', [
        id,
        process,
      ]);
      expect(marked).to.deep.equal([
        { subject_id: process, kind: 'd' },
        { subject_id: id, kind: 'i' },
      ]);
    });
  });

  describe('of the inbox', () => {
    const reply = { ok: true, result: { instanceId: 'x' } } as const;

    it('recognises replies with their fingerprints, and reads the clock of the database in whole ms', async () => {
      const [known, unknown] = [newId(), newId()];
      await commit((t) => storeReplies(t, [{ commandId: known, fingerprint: 'f', reply }], at));
      const clock = () => side.value<Date>(`select date_trunc('milliseconds', clock_timestamp())`);
      const before = await clock();
      const { now, known: rows } = await commit((t) => openInbox(t, [unknown, known]));
      const after = await clock();
      expect(rows).to.deep.equal([{ commandId: known, fingerprint: 'f', reply }]);
      expect(now).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(Date.parse(now)).to.be.within(Number(before), Number(after));
    });

    it('reads the clock after the locks, not before the wait for them (docs/contributing/spec/reliability.md#clock-jumps)', async () => {
      const id = newId();
      await commit((t) => saveInstances(t, [instance(id)], at));
      const release = deferred();
      const locked = deferred();
      const first = commit(async (t) => {
        await lockInstances(t, [id]);
        locked.resolve();
        await release.promise;
      });
      await locked.promise;
      const second = commit(async (t) => {
        await lockInstances(t, [id]);
        return Date.parse((await openInbox(t, [])).now);
      });
      await untilBlocked();
      const [{ now } = { now: '' }] = await side.sql<{ now: string }>(`select clock_timestamp()::text as now`);
      release.resolve();
      await first;
      expect(await second).to.be.at.least(Math.floor(Date.parse(now)));
    });

    it('lets the second lose when two store a reply to one command concurrently', async () => {
      const commandId = newId();
      const stored = deferred();
      const release = deferred();
      const first = commit(async (t) => {
        storeReplies(t, [{ commandId, fingerprint: null, reply }], at);
        await openInbox(t, []);
        stored.resolve();
        await release.promise;
      });
      await stored.promise;
      const second = failure(commit((t) => storeReplies(t, [{ commandId, fingerprint: null, reply }], at)));
      await untilBlocked();
      release.resolve();
      await first;
      expect(isUniqueViolation(await second, 'inbox')).to.equal(true);
    });

    it('deletes older replies than promised, oldest first, at most the given number at a time (docs/contributing/spec/http.md#stored-replies)', async () => {
      const [older, old, young] = [newId(), newId(), newId()];
      const store = (commandId: string, hours: number) =>
        side.sql(`insert into inbox values ($1, null, '{}', clock_timestamp() - make_interval(mins => $2))`, [
          commandId,
          hours * 60,
        ]);
      await store(young, 23.9);
      await store(old, 24.1);
      await store(older, 25);
      expect(await forgetReplies(side.connection, 24 * 3600, 1)).to.equal(1);
      expect(await side.value('select count(*)::int from inbox where command_id = $1', [older])).to.equal(0);
      expect(await forgetReplies(side.connection, 24 * 3600, 10)).to.equal(1);
      expect(await side.value('select count(*)::int from inbox where command_id = $1', [young])).to.equal(1);
    });
  });

  describe('of processes and definitions', () => {
    it('makes a row for a new key, version 0, and finds what was written', async () => {
      const key = newId();
      const subjectId = newId();
      const made = await commit((t) => lockProcesses(t, [{ key, subjectId }]));
      const fresh = { key, subjectId, latestVersion: 0, highestVersion: 0, definitionId: '', isActive: true, seq: 0 };
      expect(made).to.deep.equal([fresh]);
      const changed = { ...fresh, latestVersion: 3, highestVersion: 4, definitionId: 'd', isActive: false, seq: 5 };
      await commit((t) => updateProcesses(t, [changed]));
      expect(await findProcesses(side.connection, [key, 'never deployed'])).to.deep.equal([changed]);
      expect(await commit((t) => lockProcesses(t, [{ key, subjectId: newId() }]))).to.deep.equal([changed]);
    });

    it('makes the second wait when two lock a key that is new', async () => {
      const key = newId();
      const release = deferred();
      const locked = deferred();
      const first = commit(async (t) => {
        const [process] = await lockProcesses(t, [{ key, subjectId: newId() }]);
        locked.resolve();
        await release.promise;
        if (process !== undefined) updateProcesses(t, [{ ...process, latestVersion: 1 }]);
      });
      await locked.promise;
      const second = commit((t) => lockProcesses(t, [{ key, subjectId: newId() }]));
      await untilBlocked();
      release.resolve();
      await first;
      expect((await second).map(({ latestVersion }) => latestVersion)).to.deep.equal([1]);
    });

    it('finds a stored version and refuses another with its number', async () => {
      const key = newId();
      const text = { bpmnXml: '<é/>', textHash: hashOfModelText('<é/>') };
      const version = {
        definitionId: `${key}:1:x`,
        key,
        version: 1,
        ...text,
        fileId: newId(),
        versionTag: 'v1',
        reading: 7,
        onFailure: null,
        callsWithin: ['a-*'],
      };
      const script = { name: 'a.js', text: `1 // ${key}`, textHash: hashOfModelText(`1 // ${key}`) };
      const resources = [script, { ...script, name: 'b.js' }];
      const row = { ...version, resources };
      const other = { ...row, definitionId: `${key}:2:x`, version: 2 };
      await commit((t) => insertDefinitions(t, [row, other], at));
      const scripts = { 'a.js': script.text, 'b.js': script.text };
      const found = { ...version, deployedAt: new Date(at), scripts };
      expect(await findDefinition(side.connection, version.definitionId)).to.deep.equal(found);
      expect(await findDefinition(side.connection, 'unknown')).to.equal(undefined);
      const again = failure(commit((t) => insertDefinitions(t, [{ ...version, resources: [], definitionId: `${key}:1:y` }], at)));
      expect(isUniqueViolation(await again, 'definition_version')).to.equal(true);
    });
  });

  describe('of the outbox', () => {
    it('shows each sender once, with what it waits with first, as soon as that is overdue', async () => {
      const [early, late] = [newId(), newId()].sort() as [string, string];
      const sent = (senderId: string, kind: string, position: number, age: string) =>
        side.sql(
          `insert into outbox (command_id, sender_id, command, created_at, position) overriding system value
            values ($1, $2, $3, clock_timestamp() - $4::interval, $5)`,
          [newId(), senderId, JSON.stringify({ kind }), age, position],
        );
      const overdue = async (limit = 10) => (await findOverdue(side.connection, 2, limit)).senders;
      expect(await overdue()).to.deep.equal([]);
      await sent(late, 'DeliverMessage', 7, '1 minute');
      for (let position = 5; position > 1; position -= 1) await sent(early, 'BroadcastSignal', position, '1 minute');
      await sent(early, 'StartChild', 1, '1 minute');
      const all = [
        { senderId: early, kind: 'StartChild' },
        { senderId: late, kind: 'DeliverMessage' },
      ];
      expect(await overdue()).to.deep.equal(all);
      expect(await overdue(1)).to.deep.equal(all.slice(0, 1));
      await sent(early, 'DeliverToSubscriptions', 0, '0 s'); // it has just continued
      expect(await overdue()).to.deep.equal(all.slice(1));
    });

    it('shows a sender also when what it waits with holds characters that the database cannot look at', async () => {
      const senderId = newId();
      const command = { ...startOf('order', { actor: 'a\0 \ud800' }), id: newId() };
      await commit((t) => insertOutbox(t, [{ command, place: { senderId } }], [], new Date(0).toISOString()));
      expect((await findOverdue(side.connection, -1, 10)).senders).to.deep.include({ senderId, kind: 'StartInstance' });
      await commit((t) => deleteOutbox(t, [command.id]));
    });

    it('keeps the first when a command comes twice, shows it when it is overdue, until it is deleted', async () => {
      const command = startOf('order');
      await commit((t) =>
        insertOutbox(t, [{ command }, { command: startOf('order', { id: newId() }) }], [], new Date().toISOString()),
      );
      const overdue = async (seconds: number) => (await findOverdue(side.connection, seconds, 10)).commands;
      expect(await overdue(60)).to.deep.equal([]);
      await side.sql('delete from outbox where command_id <> $1', [command.id]);
      await commit((t) => insertOutbox(t, [{ command: { ...command, key: 'other' } }], [], at));
      expect(await overdue(-1)).to.deep.equal([command]);
      await commit((t) => deleteOutbox(t, [command.id]));
      expect(await overdue(-1)).to.deep.equal([]);
    });
  });

  describe('of dead letters', () => {
    it('makes those readable that were parked with characters that the database cannot look at', async () => {
      const [odd, plain] = [startOf('order', { actor: 'a\0b \\u0000 \ud800 😀' }), startOf('order', { actor: '\\u0000' })];
      for (const command of [odd, plain])
        await side.sql(`insert into dead_letter (command_id, command, error, at) values ($1, $2, 'x', now())`, [
          command.id,
          JSON.stringify(command),
        ]);
      expect(await commit(repairParked)).to.equal(1);
      const actors = await side.sql<{ actor: string }>(
        `select command ->> 'actor' as actor from dead_letter where command_id = any($1::uuid[]) order by command_id = $2`,
        [[odd.id, plain.id], plain.id],
      );
      expect(actors.map(({ actor }) => actor)).to.deep.equal(['a\uFFFDb \\u0000 \uFFFD 😀', '\\u0000']);
      expect(await commit(repairParked)).to.equal(0);
      await side.sql('delete from dead_letter where command_id = any($1::uuid[])', [[odd.id, plain.id]]);
    });

    it('keeps the command and its last error, cut to a length, whatever characters the error holds', async () => {
      const command = startOf('order');
      await commit((t) => parkCommand(t, command, 'first'));
      await commit((t) => parkCommand(t, command, `odd \u0000 \ud800 ${'x'.repeat(9000)}`));
      const [parked] = await side.sql<{ command: string; error: string }>(
        'select command, error from dead_letter where command_id = $1',
        [command.id],
      );
      expect(JSON.parse(parked?.command ?? '')).to.deep.equal(command);
      expect(parked?.error).to.match(/^odd .{2,5}x+$/);
      expect(parked?.error.length).to.be.within(7990, 8000);
    });
  });

  describe('of user tasks', () => {
    it('keeps the way to a task when it is closed: finished is not never existed (docs/contributing/spec/http/user-tasks.md#finished-is-not-unknown)', async () => {
      const [taskId, instanceId] = [newId(), newId()];
      await commit((t) => saveUserTasks(t, [{ taskId, instanceId, entry: 4, isOpen: true }]));
      await commit((t) => saveUserTasks(t, [{ taskId, instanceId, entry: 4, isOpen: false }]));
      expect(await routeUserTasks(side.connection, [taskId, newId()])).to.deep.equal([{ taskId, instanceId, entry: 4 }]);
      expect(await side.value('select is_open from user_task where task_id = $1', [taskId])).to.equal(false);
    });
  });
});
