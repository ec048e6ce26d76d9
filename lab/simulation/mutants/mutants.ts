import { MUTANTS_OF_MANY_AND_GONE, type MutantOfRuns } from './of-many-and-gone.ts';
import { MUTANTS_OF_SHARDS } from './of-shards.ts';

/**
 * Bugs of the protocol between client, queue, worker, database and projector. Each is one that only shows when something fails at the wrong
 * moment; one that lives means that the simulation would miss it.
 */
export const MUTANTS_OF_THE_PROTOCOL: readonly MutantOfRuns[] = [
  {
    bug: 'a worker does not ask the inbox',
    in: 'loadCommandBatch',
    from: 'new Map($known.map(($row) => [$row.commandId, $row]))',
    to: 'new Map()',
  },
  { bug: 'a reply is not put on record', in: 'writeAll', from: 'storeReplies($transaction, $set.replies, $at);', to: '' },
  {
    bug: 'replies are announced before the commit',
    in: 'runCommandBatch',
    from: 'await archiveRemoved($tools, $deciding);',
    to: `await archiveRemoved($tools, $deciding);
      if (found.commandBatch.replyTo !== null) Reflect.get($tools, 'backend').announce(found.commandBatch.replyTo, announcements).catch(() => {});`,
  },
  {
    bug: 'instances are read without their lock',
    in: 'lockInstances',
    from: '(await $connection.query<InstanceRow>(LOCK, [[...$ids].sort()])).map(stored)',
    to: '(await Promise.all([...$ids].sort().map((id) => $connection.query<InstanceRow>(READ, [id])))).flat().map(stored)',
  },
  {
    bug: 'follow-ups are not put into the outbox',
    in: 'writeAll',
    from: 'insertOutbox($transaction, $set.followUps, $set.instanceCommands, $at);',
    to: '',
  },
  {
    bug: 'follow-ups go to the queue before the commit, and not into the outbox',
    in: 'attemptOnce',
    from: 'const $writeSet = $unit.writeSet();',
    to: `const $writeSet = { ...$unit.writeSet(), followUps: [] };
    for (const { command } of $unit.followUps.commands)
      Reflect.get(tools, 'backend').add({ v: 1, id: command.id, replyTo: null, commands: [command] }).catch(() => {});`,
  },
  {
    bug: 'a worker keeps the states of a transaction that has failed',
    in: 'attemptOnce',
    from: '$states.end();',
    to: `if (progress.decided !== undefined) $states.keep(progress.decided.allInstances);
      $states.end();`,
  },
  {
    bug: 'a transaction works with a state that stays in the cache, and fails',
    in: 'StateCache.take',
    from: 'this.kept.delete($id);',
    to: '',
  },
  {
    bug: 'a state that a worker has kept is not brought forward',
    in: 'openState',
    from: 'return bringForward($connection, $stored, $kept.state, $kept.seq);',
    to: 'return $kept.state;',
  },
  {
    bug: 'a large state is read without the rows of its journal',
    in: 'stateOf',
    from: 'return bringForward($connection, $stored, $state, $snapshotSeq);',
    to: 'return $state;',
  },
  {
    bug: 'what a projector has kept of an instance is not brought forward',
    in: 'liveOf',
    from: 'return bringForward($connection, $id, $kept.live, $kept.seq, $lastSeq);',
    to: 'return $kept.live;',
  },
  {
    bug: 'projectors do not lock what they project',
    in: 'projectBatch',
    from: 'lockSubjects($transaction, $subjectIds);',
    to: '',
  },
  {
    bug: 'the row of a timer is deleted before the timer is fired, in a transaction of its own',
    in: 'fireIn',
    from: 'if ($due.length === 0) return undefined;',
    to: `if ($due.length === 0) return undefined;
      await poolConnection(tools.pool).query({ name: 'close-timers', text: 'delete from timer using unnest($1::uuid[], $2::int[])' }, [
        $due.map((row) => row.instanceId), $due.map((row) => row.subscription)]).catch(() => {});`,
  },
  {
    bug: 'the outbox is not swept',
    in: 'startRecoveryScans',
    from: '() => scanOutbox($tools, $tools.pool, $seen)',
    to: 'async () => {}',
  },
  {
    bug: 'projectors do not learn of writes',
    in: 'writeAll',
    from: 'markUnprojected($transaction, $set.journal, $at);',
    to: '',
  },
  {
    bug: 'a commit whose answer got lost counts as done',
    in: 'commit',
    from: 'throw isServerError($error) ? $error : new CommitUnknown($error);',
    to: 'if (isServerError($error)) throw $error; return;',
  },
  {
    bug: 'a commit whose answer got lost counts as a bug in its commands',
    in: 'isRetryable',
    from: 'if ($error instanceof CommitUnknown) return true;',
    to: 'if ($error instanceof CommitUnknown) return false;',
  },
  {
    bug: 'executed commands stay in the outbox',
    in: 'writeAll',
    from: 'deleteOutbox($transaction, $set.doneFollowUps);',
    to: '',
  },
  {
    bug: 'the announcement for an earlier request with the same key answers a later one',
    in: 'CommandBatchSender.onAnnouncements',
    from: 'if ($kind !== undefined && isOther({ kind: $kind, fingerprint: $fingerprint }, { kind: $kind, fingerprint: $own })) continue;',
    to: '',
  },
  ...MUTANTS_OF_MANY_AND_GONE,
  ...MUTANTS_OF_SHARDS,
];
