import type { ScopeOrdinal } from '../ordinals.ts';
import type { Run } from '../run.ts';
import type { EntryState } from '../state.ts';
import { noVariables, type Variables } from '../values.ts';
import { fireBoundary } from './boundary.ts';
import { boundaryCatcher, type CodeCatcher, subProcessCatcher } from './code-catcher.ts';
import { fireEventSubProcess } from './open-scope.ts';
import { searchOutward } from './outward.ts';

/** An escalation with the variables that a called instance passes on (docs/contributing/spec/events-and-errors.md#escalation-across-a-call). */
export interface Escalation {
  readonly code: string;
  readonly variables: Variables;
}

/** Returns the first catcher of an escalation from a scope outward; undefined if this instance has none (docs/contributing/spec/events-and-errors.md#escalation-search). */
export function findEscalationCatcher(run: Run, from: ScopeOrdinal, code: string): CodeCatcher<'escalation'> | undefined {
  return searchOutward<CodeCatcher<'escalation'>>(
    run,
    from,
    (eventSubProcesses, scope) => subProcessCatcher(run, scope, eventSubProcesses, 'escalation', code),
    (host) => escalationCatcherOn(run, host, code),
  );
}

export function escalationCatcherOn(run: Run, entry: EntryState, code: string): CodeCatcher<'escalation'> | undefined {
  return boundaryCatcher(run, entry, 'escalation', code);
}

/** Starts the path of the catcher, which may be interrupting (docs/contributing/spec/events-and-errors.md#caught-escalation). */
export function startEscalationCatcher(run: Run, catcher: CodeCatcher<'escalation'>, escalation: Escalation): void {
  const payload = payloadOf(catcher.trigger.codeVariable, escalation);
  const trigger = { kind: 'escalation', code: escalation.code } as const;
  if (catcher.kind === 'boundary') fireBoundary(run, catcher.boundary, catcher.host, payload, { trigger });
  else fireEventSubProcess(run, catcher.scope, catcher.eventSubProcess, payload, trigger);
}

function payloadOf(codeVariable: string | undefined, { code, variables }: Escalation): Variables {
  return codeVariable === undefined ? variables : { ...noVariables(), ...variables, [codeVariable]: code };
}
