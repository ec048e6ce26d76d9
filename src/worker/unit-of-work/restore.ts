import type { EngineEvent } from '../../engine/events.ts';
import type { ProcessModel } from '../../engine/model.ts';
import type { Origin } from '../../engine/restore-events.ts';
import { givenWith, type RestorePoint } from '../../engine/restore-point.ts';
import type { RepeatedPart } from '../../engine/since-then.ts';
import { noVariables, type Variables } from '../../engine/values.ts';
import type { CommandRejection } from '../../messages/commands.ts';
import { nameBasedId } from '../../platform/ids.ts';
import type { WorkingInstance } from './working-instance.ts';

/** What a command needs to let an instance go on from a step, as it was when the transaction began; or why there is nothing to go on from. */
export type LoadedRestore =
  | { readonly ok: true; readonly restore: Restore }
  | { readonly ok: false; readonly rejection: CommandRejection };

export interface Restore {
  readonly point: RestorePoint;
  /** the model that its state was made with, and the one that it goes on in */
  readonly before: ProcessModel;
  readonly model: ProcessModel;
  readonly definitionId: string;
  readonly version: number;
  /** what is done once more in called instances that continue, or by a fork; known where a client asks for it */
  readonly repeats: readonly RepeatedPart[];
  /** of an instance that has ended: the last row of its journal, and what happened in that row behind the step */
  readonly end: { readonly seq: number; readonly events: readonly EngineEvent[]; readonly variables: Variables } | undefined;
}

/** Where an instance that has ended continues from: its last row, or the one before it. */
export interface Ending {
  readonly origin: Origin;
  /** the row in which it has failed, where it continues from just before that */
  readonly failedIn?: number;
  /** what came with the retry that its last row is of */
  readonly variables: Variables;
  /** what its last row has done behind the point */
  eventsBehind(point: RestorePoint): readonly EngineEvent[];
}

/**
 * An instance that has failed continues from just before what has failed. One that was cancelled, or that failed in a release before 0.3, continues from the
 * row before its end, or from where it was restored in its last row. A completed one only has a result.
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

/** The fork that goes on in the place of an instance that has ended: there is at most one. */
export function forkOfEnded(instanceId: string): string {
  return nameBasedId(instanceId, 'revived');
}
