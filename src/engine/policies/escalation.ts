import type { Ordinal } from '../events.ts';
import { elementOf } from '../model.ts';
import type { Run } from '../run.ts';
import { entryIn, openScope } from '../state.ts';
import { noVariables, type Variables } from '../values.ts';
import { codeCatcher, fireBoundary } from './boundary.ts';
import { codeCatchingSubProcess, fireEventSubProcess } from './open-scope.ts';

/** What escalated: its code, and the variables a called instance passes along (X3). */
export interface Escalation {
  readonly code: string;
  readonly variables: Variables;
}

/**
 * Searches from a scope outward for the first catcher of an escalation and fires it (X1, X2).
 * @returns false when nobody in this instance catches it
 */
export function escalate(run: Run, from: Ordinal, escalation: Escalation): boolean {
  let except: string | null = null;
  for (let at: Ordinal | null = from; at !== null; ) {
    const scope = openScope(run.state, at);
    const inLoop = scope.host !== null && entryIn(run.state, scope.host).loop !== null;
    if (!scope.isInterrupted && !inLoop) {
      const found = codeCatchingSubProcess(run, at, 'escalation', escalation.code, except);
      if (found !== undefined) {
        fireEventSubProcess(run, at, found.eventSubProcess, payloadOf(found.trigger.codeVariable, escalation));
        return true;
      }
    }
    if (scope.host === null) return false;
    if (escalateOnHost(run, scope.host, escalation)) return true;
    const host = entryIn(run.state, scope.host);
    except = host.elementType === 'eventSubProcess' ? host.element : null;
    at = scope.parent;
  }
  return false;
}

/** Fires the boundary event on one entry that catches an escalation, if there is one: on the loop's wrapper if the entry is an iteration. */
export function escalateOnHost(run: Run, ordinal: Ordinal, escalation: Escalation): boolean {
  const entry = entryIn(run.state, ordinal);
  if (entry.elementType === 'eventSubProcess') return false;
  const found = codeCatcher(run, elementOf(run.model, entry.element), 'escalation', escalation.code);
  if (found === undefined) return false;
  const host = entry.index === null ? entry : entryIn(run.state, openScope(run.state, entry.scope).host as Ordinal);
  fireBoundary(run, found.boundary, host, payloadOf(found.trigger.codeVariable, escalation));
  return true;
}

function payloadOf(codeVariable: string | undefined, { code, variables }: Escalation): Variables {
  return codeVariable === undefined ? variables : { ...noVariables(), ...variables, [codeVariable]: code };
}
