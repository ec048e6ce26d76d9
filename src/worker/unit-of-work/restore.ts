import type { Origin } from '../../engine/events/restore-events.ts';
import type { EngineEvent } from '../../engine/events.ts';
import type { ProcessModel } from '../../engine/model.ts';
import { givenWith, type RestorePoint } from '../../engine/state/restore-point.ts';
import type { RepeatedPart } from '../../engine/state/since-then.ts';
import { noVariables, type Variables } from '../../engine/values.ts';
import type { CommandRejection } from '../../messages/commands.ts';
import { nameBasedId } from '../../platform/ids.ts';
import type { WorkingInstance } from './working-instance.ts';

/** Data to restart or fork an instance, or the reason why that is impossible. */
export type LoadedRestore =
  | { readonly ok: true; readonly restore: Restore }
  | { readonly ok: false; readonly rejection: CommandRejection };

/** State, events and model with which an instance continues. */
export interface Restore {
  readonly point: RestorePoint;
  /** model of the state at the point */
  readonly before: ProcessModel;
  /** model in which the instance continues, with its definition and version */
  readonly model: ProcessModel;
  readonly definitionId: string;
  readonly version: number;
  /** work that called instances or a fork repeat; loaded if a client requests it */
  readonly repeats: readonly RepeatedPart[];
  /** last row of the event history of an ended instance, and its events after the step */
  readonly end: { readonly seq: number; readonly events: readonly EngineEvent[]; readonly variables: Variables } | undefined;
}

/** Point from which an ended instance continues: its last row, or the one before. */
export interface Ending {
  readonly origin: Origin;
  /** row of the failure, if the instance continues from just before it */
  readonly failedIn?: number;
  /** variables of the restart that wrote the last row */
  readonly variables: Variables;
  /** events of the last row after the point */
  eventsBehind(point: RestorePoint): readonly EngineEvent[];
}

/**
 * A failed instance continues from just before the failure. One that was cancelled, or that failed in a release before 0.3, continues from the row before its
 * end, or from its restore in the last row. A completed one can only be forked.
 * @param events of its last row
 */
export function endingOf(
  { id, seq, state }: Pick<WorkingInstance, 'id' | 'seq' | 'state'>,
  events: readonly EngineEvent[],
): Ending {
  if (state.status === 'completed')
    return { origin: { instanceId: id, seq }, variables: noVariables(), eventsBehind: () => events.slice(-1) };
  const end = events.at(-1);
  const at = events.findIndex((event) => event.type === 'InstanceRestored');
  const restored = events[at];
  const origin = restored?.type === 'InstanceRestored' ? restored.from : { instanceId: id, seq: seq - 1 };
  if (end?.type === 'InstanceFailed' && end.retry !== undefined)
    return { origin, failedIn: seq, variables: noVariables(), eventsBehind: ({ rest }) => rest };
  const variables = at === -1 ? noVariables() : givenWith(events, at);
  return { origin, variables, eventsBehind: () => events.slice(at + 1) };
}

/** Follows the forks that continue an ended instance, if `find` knows them, because they have done the work since. */
export function latestOf<T>(instanceId: string, find: (id: string) => T | undefined): T | undefined {
  return find(forkOfEnded(instanceId)) ?? find(instanceId);
}

/** Id of the fork that continues an ended instance: there is at most one. */
export function forkOfEnded(instanceId: string): string {
  return nameBasedId(instanceId, 'revived');
}
