import type { Ordinal } from '../events.ts';
import { type BoundaryEventModel, type EscalationCatch, type EventSubProcessModel, elementOf } from '../model.ts';
import type { Run } from '../run.ts';
import { type EntryState, entryIn, openScope } from '../state.ts';
import { noVariables, type Variables } from '../values.ts';
import { codeCatcher, fireBoundary } from './boundary.ts';
import { codeCatchingSubProcess, fireEventSubProcess } from './open-scope.ts';
import { catchesItself, outwardFrom } from './outward.ts';

/** What escalated: its code, and the variables a called instance passes along (docs/spec/events-and-errors.md#escalation-across-a-call). */
export interface Escalation {
  readonly code: string;
  readonly variables: Variables;
}

/** Who catches an escalation: an event sub-process of a scope, or a boundary event on a host. */
export type EscalationCatcher = { readonly trigger: EscalationCatch } & (
  | { readonly scope: Ordinal; readonly eventSubProcess: EventSubProcessModel }
  | { readonly host: EntryState; readonly boundary: BoundaryEventModel }
);

/**
 * The first catcher of an escalation from a scope outward; undefined when nobody in this instance catches it
 * (docs/spec/events-and-errors.md#escalation-search).
 */
export function findEscalationCatcher(run: Run, from: Ordinal, code: string): EscalationCatcher | undefined {
  let except: string | null = null;
  for (let at: Ordinal | null = from; at !== null; ) {
    const scope = openScope(run.state, at);
    if (catchesItself(run, scope)) {
      const found = codeCatchingSubProcess(run, at, 'escalation', code, except);
      if (found !== undefined) return { ...found, scope: at };
    }
    if (scope.host === null) return undefined;
    const onHost = escalationCatcherOn(run, scope.host, code);
    if (onHost !== undefined) return onHost;
    const host = entryIn(run.state, scope.host);
    except = host.elementType === 'eventSubProcess' ? host.element : null;
    at = outwardFrom(run, scope);
  }
  return undefined;
}

/** The boundary event on one entry that catches an escalation, if there is one: it sits on the loop's wrapper if the entry is an iteration. */
export function escalationCatcherOn(run: Run, ordinal: Ordinal, code: string): EscalationCatcher | undefined {
  const entry = entryIn(run.state, ordinal);
  if (entry.elementType === 'eventSubProcess') return undefined;
  const found = codeCatcher(run, elementOf(run.model, entry.element), 'escalation', code);
  if (found === undefined) return undefined;
  return { ...found, host: entry.index === null ? entry : entryIn(run.state, openScope(run.state, entry.scope).host as Ordinal) };
}

/** The catcher's path begins; whether it interrupts is the catcher's own affair (docs/spec/events-and-errors.md#caught-escalation). */
export function letCatchEscalation(run: Run, catcher: EscalationCatcher, escalation: Escalation): void {
  const payload = payloadOf(catcher.trigger.codeVariable, escalation);
  if ('boundary' in catcher) fireBoundary(run, catcher.boundary, catcher.host, payload);
  else fireEventSubProcess(run, catcher.scope, catcher.eventSubProcess, payload);
}

function payloadOf(codeVariable: string | undefined, { code, variables }: Escalation): Variables {
  return codeVariable === undefined ? variables : { ...noVariables(), ...variables, [codeVariable]: code };
}
