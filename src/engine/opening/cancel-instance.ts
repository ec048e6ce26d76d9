import { givenCancellation } from '../running/cancellations.ts';
import type { EngineCommandOf } from '../commands.ts';
import { cancelEverything } from '../policies/instance-failure.ts';
import type { Run } from '../running/run.ts';

/** Cancels all activity instances, newest first, including called instances, then the instance (docs/contributing/spec/execution.md#cancel-command). */
export function cancelInstance(run: Run, { reason, by }: EngineCommandOf<'CancelInstance'>): undefined {
  const why = givenCancellation(by ?? 'givenByCaller', reason);
  cancelEverything(run, why);
  run.emit({ type: 'InstanceCancelled', since: run.state.startedAt, ...why });
  return undefined;
}
