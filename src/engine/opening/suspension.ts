import type { EngineCommandOf, Rejection } from '../commands.ts';
import type { Run } from '../run.ts';
import { isTerminal } from '../state.ts';
import type { Hold } from '../suspension-events.ts';

/** Nothing moves from now on (docs/contributing/spec/suspension.md#suspend). Whoever holds it already changes nothing. */
export function suspend(run: Run, { by, reason }: EngineCommandOf<'SuspendInstance'>): Rejection | undefined {
  const { state } = run;
  if (isTerminal(state)) return endedUnlessInternal(by);
  if (!state.suspendedBy.has(by)) run.emit({ type: 'InstanceSuspended', by, ...(reason !== undefined && { reason }) });
  return undefined;
}

/** What has waited is carried out, unless somebody else holds it still (docs/contributing/spec/suspension.md#resume). */
export function resume(run: Run, { by, reason }: EngineCommandOf<'ResumeInstance'>): Rejection | undefined {
  const { state } = run;
  if (isTerminal(state)) return endedUnlessInternal(by);
  if (state.suspendedBy.has(by)) run.emit({ type: 'InstanceResumed', by, ...(reason !== undefined && { reason }) });
  return undefined;
}

/** An instance that has not begun, or goes on from elsewhere, is suspended before it does anything (docs/contributing/spec/suspension.md#born-suspended). */
export function hold(run: Run, { by, reason }: Hold): void {
  run.emit({ type: 'InstanceSuspended', by, ...(reason !== undefined && { reason }) });
}

/** Stands in the mailbox behind everything that had waited. */
export function catchUp(run: Run): undefined {
  if (run.state.resumesUnderWay > 0) run.emit({ type: 'InstanceCaughtUp' });
  return undefined;
}

/** A caller may come too late. */
function endedUnlessInternal(by: EngineCommandOf<'SuspendInstance'>['by']): Rejection | undefined {
  return by === 'operator' ? { code: 'INSTANCE_ENDED' } : undefined;
}
