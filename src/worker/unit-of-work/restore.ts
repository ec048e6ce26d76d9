import type { EngineEvent } from '../../engine/events.ts';
import type { ProcessModel } from '../../engine/model.ts';
import type { RestorePoint } from '../../engine/restore-point.ts';
import type { Variables } from '../../engine/values.ts';
import type { CommandRejection } from '../../messages/commands.ts';
import { nameBasedId } from '../../platform/ids.ts';

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
  /** of an instance that has ended: the last row of its journal, and what happened in that row behind the step */
  readonly end: { readonly seq: number; readonly events: readonly EngineEvent[]; readonly variables: Variables } | undefined;
}

/** The fork that goes on in the place of an instance that has ended: there is at most one. */
export function forkOfEnded(instanceId: string): string {
  return nameBasedId(instanceId, 'revived');
}
