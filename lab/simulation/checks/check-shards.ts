import type { EngineEvent } from '../../../src/engine/events.ts';
import { inShard, shardOf } from '../../../src/platform/ids.ts';
import { idInShard } from '../../../src/shards/thrown-events.ts';
import type { Sending } from '../clients.ts';
import type { Tables } from '../database/tables.ts';
import type { Deleted } from '../deleted.ts';
import { DEPLOYED_LATER_KEYS } from '../models.ts';
import { checkShared, type SharingShard } from './check-buffered.ts';
import { thrownIn } from './check-thrown.ts';
import { erasedIn } from './erased.ts';

/** A shard at the end of a run. */
interface Shard extends SharingShard {
  readonly deleted: Deleted;
}

/** Rules about several shards. `history`: what clients have sent, before it was passed to shards. @returns broken promises */
export function checkShards(shards: readonly Shard[], history: readonly Sending[]): string[] {
  if (shards.length === 1) return [];
  return [
    ...shards.flatMap((shard) => [...misplacedIn(shard), ...undeliveredOf(shard, shards)]),
    ...(areCopied(shards) ? [] : ['the shards have different definitions']),
    ...startedTwice(shards, history),
    ...checkShared(shards),
  ];
}

/** Whether all shards have the same definitions, and their instances have followed suspended keys. */
export function areCopied(shards: readonly { readonly tables: Tables }[]): boolean {
  if (shards.length === 1) return true;
  const hasFollowed = ({ keySuspension, suspension }: Tables) =>
    suspension.committed.every(({ process_key: key }) => key === null || keySuspension.committed.some((row) => row.key === key));
  return (
    new Set(shards.map(({ tables }) => definitionsIn(tables))).size === 1 && shards.every(({ tables }) => hasFollowed(tables))
  );
}

/** Definitions, suspended keys and event histories of keys, as one text. */
function definitionsIn({ process, definition, keySuspension, journal }: Tables): string {
  const keys = process.committed.filter(({ seq }) => seq > 0);
  const subjects = new Set(keys.map(({ subject_id }) => subject_id));
  const rows = journal.committed.filter(({ subject_id }) => subjects.has(subject_id));
  const untriggered = (text: string) => (JSON.parse(text) as object[]).map((event) => ({ ...event, startTriggers: [] }));
  const events = rows.map((row) => ({ ...row, events: untriggered(row.events) }));
  return [keys, definition.committed, keySuspension.committed, events]
    .map((all) =>
      all
        .map((row) => JSON.stringify(Object.entries(row).sort()))
        .sort()
        .join(),
    )
    .join();
}

/** Ids are those of their shard, and only the first shard has start triggers. */
function misplacedIn({ number, tables }: Shard): string[] {
  const strange = tables.instance.committed.filter(({ id }) => shardOf(id) !== number);
  const triggered = tables.instance.committed.filter(({ definition_id }) =>
    DEPLOYED_LATER_KEYS.some((key) => definition_id.startsWith(`${key}:`)),
  );
  return [
    ...strange.map(({ id }) => `${id} is in shard ${number}`),
    ...(number === 0 ? [] : triggered.map(({ id }) => `an event has started ${id} in shard ${number}`)),
    ...(number === 0 ? [] : tables.startTrigger.committed.map(({ key }) => `shard ${number} has a start trigger of ${key}`)),
  ];
}

/** What an instance throws, each shard has executed, unless the instance was erased in the meantime. */
function undeliveredOf({ number, tables, deleted, sent }: Shard, shards: readonly Shard[]): string[] {
  const erased = erasedIn(tables, sent);
  const journal = deleted.everWritten(tables).filter(({ subject_id }) => !erased.has(subject_id));
  const executed = new Set(shards.flatMap((shard) => shard.tables.inbox.committed.map(({ command_id }) => command_id)));
  return thrownIn(tables, journal).flatMap((id) =>
    shards.flatMap((shard) =>
      executed.has(idInShard(id, number, shard.number)) ? [] : `${id} of shard ${number} was not delivered in ${shard.number}`,
    ),
  );
}

/** A request starts one instance at most, in one shard. */
function startedTwice(shards: readonly Shard[], history: readonly Sending[]): string[] {
  const starts = new Set(history.flatMap(({ command }) => (command.kind === 'StartInstance' ? command.id : [])));
  return [...starts].flatMap((id) => {
    const in_ = shards.filter(({ number, tables, deleted }) =>
      deleted.everWritten(tables).some((row) => row.command_id === inShard(id, number) && isStart(row.events)),
    );
    return in_.length > 1 ? `${id} has started instances in ${in_.length} shards` : [];
  });
}

function isStart(events: string): boolean {
  return (JSON.parse(events) as EngineEvent[]).some(({ type }) => type === 'InstanceStarted');
}
