import type { EngineCommandOf } from '../commands.ts';
import { cancelEverything } from '../policies/instance-failure.ts';
import type { Run } from '../run.ts';

/** Every active entry is cancelled, newest first, children too, and the instance ends as cancelled (docs/spec/execution.md#cancel-command). */
export function cancelInstance(run: Run, { reason }: EngineCommandOf<'CancelInstance'>): undefined {
  cancelEverything(run, reason);
  run.emit({ type: 'InstanceCancelled', since: run.state.startedAt, reason });
  return undefined;
}
