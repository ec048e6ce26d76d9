import type { Transaction } from '../../db/connection.ts';
import type { DefinitionEvent } from '../../engine/events/journal-events.ts';

/** Row of q_process without `last_seq`. `isActive`: not disabled. */
export interface ProcessQueryRow {
  readonly subjectId: string;
  readonly key: string;
  readonly isActive: boolean;
  readonly isSuspended: boolean;
}

/** Deploys and deletions set `isActive`. `before` undefined: the first event. */
export function project(before: ProcessQueryRow | undefined, event: DefinitionEvent, subjectId: string): ProcessQueryRow {
  const { isActive = true, isSuspended = false } = before ?? {};
  const switched = event.type === 'DefinitionSuspended' || event.type === 'DefinitionResumed';
  return {
    subjectId,
    key: event.key,
    isActive: isActiveAfter(event, isActive),
    isSuspended: switched ? event.type === 'DefinitionSuspended' : isSuspended,
  };
}

function isActiveAfter(event: DefinitionEvent, isActive: boolean): boolean {
  switch (event.type) {
    case 'DefinitionDeployed':
    case 'DefinitionDeleted':
      return event.isActive;
    case 'DefinitionDisabled':
      return false;
    case 'DefinitionEnabled':
      return true;
    case 'DefinitionSuspended':
    case 'DefinitionResumed':
      return isActive;
  }
}

export interface ProcessWrite {
  readonly row: ProcessQueryRow;
  readonly lastSeq: number;
}

const WRITE = {
  name: 'projector-write-process-2',
  text: `
    insert into q_process (subject_id, key, is_active, is_suspended, last_seq)
    select subject_id, key, is_active, is_suspended, last_seq
    from unnest($1::uuid[], $2::text[], $3::bool[], $4::bool[], $5::int[]) as t (subject_id, key, is_active, is_suspended, last_seq)
    on conflict (subject_id) do update set is_active = excluded.is_active, is_suspended = excluded.is_suspended,
      last_seq = excluded.last_seq`,
};

export function write(transaction: Transaction, writes: readonly ProcessWrite[]): void {
  if (writes.length === 0) return;
  transaction.enqueue(WRITE, [
    writes.map(({ row }) => row.subjectId),
    writes.map(({ row }) => row.key),
    writes.map(({ row }) => row.isActive),
    writes.map(({ row }) => row.isSuspended),
    writes.map(({ lastSeq }) => lastSeq),
  ]);
}
