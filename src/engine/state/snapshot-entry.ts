import type { Tries } from '../events/incident-events.ts';
import type { CompensationItemRecord } from '../events/records.ts';
import type { ElementType } from '../model.ts';
import type { ActivityInstanceOrdinal, CompensationItemOrdinal, ScopeOrdinal, VariableScopeOrdinal } from '../ordinals.ts';
import type { ActivityInstance, AdHocState, UserTaskState } from '../state.ts';
import type { Json } from '../values.ts';
import { CompensationLog } from './compensation-items.ts';

/** Snapshot format: short names, empty fields absent. */
export interface ActivityInstanceRecord {
  readonly n: ActivityInstanceOrdinal;
  readonly element: string;
  readonly type: ElementType;
  readonly scope: ScopeOrdinal;
  readonly vars: VariableScopeOrdinal;
  readonly since: number;
  readonly host?: true;
  readonly held?: readonly [string, VariableScopeOrdinal[]][];
  readonly task?: UserTaskState;
  readonly index?: number;
  readonly race?: ActivityInstanceOrdinal;
  readonly compensates?: CompensationItemOrdinal;
  readonly loop?: LoopRecord;
  readonly adHoc?: AdHocState;
  readonly child?: string;
  readonly log?: readonly CompensationItemRecord[];
  readonly tries?: Tries;
}
export interface LoopRecord {
  readonly kind: 'multiInstance' | 'standardLoop';
  readonly total: number;
  readonly items: readonly Json[] | null;
  readonly created: number;
  readonly completed: number;
  readonly terminated: number;
  readonly outputs: readonly [number, Json][];
}

export function activityInstanceRecord(entry: ActivityInstance): ActivityInstanceRecord {
  return {
    n: entry.ordinal,
    element: entry.element,
    type: entry.elementType,
    scope: entry.scope,
    vars: entry.variableScope,
    since: entry.since,
    ...(entry.isHost ? { host: true as const } : {}),
    ...(entry.held === null ? {} : { held: [...entry.held] }),
    ...(entry.userTask === null ? {} : { task: entry.userTask }),
    ...(entry.index === null ? {} : { index: entry.index }),
    ...(entry.race === null ? {} : { race: entry.race }),
    ...(entry.compensates === null ? {} : { compensates: entry.compensates }),
    ...(entry.loop === null ? {} : { loop: { ...entry.loop, outputs: [...entry.loop.outputs] } }),
    ...(entry.adHoc === null ? {} : { adHoc: entry.adHoc }),
    ...(entry.childInstanceId === null ? {} : { child: entry.childInstanceId }),
    ...(entry.innerLog.size === 0 ? {} : { log: entry.innerLog.toJSON() }),
    ...(entry.tries === null ? {} : { tries: entry.tries }),
  };
}

export function activityInstanceFrom(record: ActivityInstanceRecord): ActivityInstance {
  return {
    ordinal: record.n,
    element: record.element,
    elementType: record.type,
    scope: record.scope,
    variableScope: record.vars,
    since: record.since,
    isHost: record.host === true,
    held: record.held === undefined ? null : new Map(record.held),
    userTask: record.task ?? null,
    index: record.index ?? null,
    race: record.race ?? null,
    compensates: record.compensates ?? null,
    loop: record.loop === undefined ? null : { ...record.loop, outputs: new Map(record.loop.outputs) },
    adHoc: record.adHoc ?? null,
    childInstanceId: record.child ?? null,
    innerLog: new CompensationLog(record.log),
    tries: record.tries ?? null,
  };
}
