import type { EngineCommandOf, Rejection } from '../commands.ts';
import type { Hold } from '../events/scope-events.ts';
import type { Run } from '../running/run.ts';
import { isTerminal } from '../state.ts';

/** Suspends the instance; ignored if already suspended by this source (docs/contributing/spec/suspension.md#suspend). */
export function suspend(run: Run, { by, reason }: EngineCommandOf<'SuspendInstance'>): Rejection | undefined {
  const { state } = run;
  if (isTerminal(state)) return endedUnlessInternal(by);
  if (!state.suspendedBy.has(by)) run.emit({ type: 'InstanceSuspended', by, ...(reason !== undefined && { reason }) });
  return undefined;
}

/** Ends a suspension; queued commands run after the last one (docs/contributing/spec/suspension.md#resume). */
export function resume(run: Run, { by, reason }: EngineCommandOf<'ResumeInstance'>): Rejection | undefined {
  const { state } = run;
  if (isTerminal(state)) return endedUnlessInternal(by);
  if (state.suspendedBy.has(by)) run.emit({ type: 'InstanceResumed', by, ...(reason !== undefined && { reason }) });
  return undefined;
}

/** Suspends before the first step (docs/contributing/spec/suspension.md#born-suspended). */
export function hold(run: Run, { by, reason }: Hold): void {
  run.emit({ type: 'InstanceSuspended', by, ...(reason !== undefined && { reason }) });
}

/** Runs after all commands that waited. */
export function catchUp(run: Run): undefined {
  if (run.state.resumesUnderWay > 0) run.emit({ type: 'InstanceCaughtUp' });
  return undefined;
}

/** Ignores late requests of a calling instance. */
function endedUnlessInternal(by: EngineCommandOf<'SuspendInstance'>['by']): Rejection | undefined {
  return by === 'operator' ? { code: 'INSTANCE_ENDED' } : undefined;
}
