import type { EngineEvent } from '../../engine/events.ts';

/** One row of q_instance without the columns every fold has: `last_seq` and `live`. */
export interface InstanceRow {
  readonly instanceId: string;
  readonly definitionId: string;
  readonly key: string;
  readonly version: number;
  readonly businessId: string | null;
  readonly isCompleted: boolean;
  readonly isCancelled: boolean;
  readonly isFailed: boolean;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly completedAt: Date | null;
}

/** The row after one event (contract 2.4, flags as in bpmn.md 1). Throws when an instance that never started ends. */
export function project(row: InstanceRow | undefined, event: EngineEvent, at: Date): InstanceRow | undefined {
  switch (event.type) {
    case 'InstanceStarted':
      return {
        instanceId: event.instanceId,
        definitionId: event.definitionId,
        key: event.key,
        version: event.version,
        businessId: event.businessId,
        isCompleted: false,
        isCancelled: false,
        isFailed: false,
        createdAt: at,
        startedAt: at,
        completedAt: null,
      };
    case 'InstanceCompleted':
      return ended(row, at, { isCancelled: false, isFailed: false });
    case 'InstanceCancelled':
      return ended(row, at, { isCancelled: true, isFailed: false });
    case 'InstanceFailed':
      return ended(row, at, { isCancelled: false, isFailed: true });
    default:
      return row;
  }
}

function ended(row: InstanceRow | undefined, at: Date, outcome: Pick<InstanceRow, 'isCancelled' | 'isFailed'>): InstanceRow {
  if (row === undefined) throw new Error('an instance ended that never started');
  return { ...row, ...outcome, isCompleted: true, completedAt: at };
}
