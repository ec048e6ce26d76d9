import { flowOf } from '../model.ts';
import type { InstructionFault, Movement } from '../modifications.ts';
import type { EntryOrdinal } from '../ordinals.ts';
import { type EntryState, entryIn, openScope } from '../state.ts';
import type { Affected } from './affected.ts';
import type { PlannedStart } from './modification-plan.ts';
import { hostsOf, outermostOf, type Planned } from './planned-scopes.ts';

export interface SuspendedPlan {
  readonly affected: Affected;
  readonly starts: readonly PlannedStart[];
}

/** Reason why no modification of this suspended instance is possible (docs/contributing/spec/suspension.md#modifications-while-suspended). */
export function movementOfAll({ state: { paused } }: Planned): Movement | undefined {
  if (paused?.begins !== undefined) return 'notBegun';
  return paused?.isStopped === true ? 'stopped' : undefined;
}

/** Conflict of a start: opening a body maps inputs and creates subscriptions, and flows may have conditions. A token placed before an element has no such effect. */
export function faultOfStart(
  { model, state }: Planned,
  { instruction, element, where }: PlannedStart,
): InstructionFault | undefined {
  const [opened] = hostsOf(where);
  if (opened !== undefined) return movesAtOnce(opened.element, 'opening');
  const { host } = openScope(state, outermostOf(where));
  if (host !== null && entryIn(state, host).adHoc !== null) return movesAtOnce(element.id, 'adHoc');
  const isChosen = element.outgoing.some((id) => {
    const { condition, skip, listeners = [] } = flowOf(model, id);
    return condition !== undefined || skip !== undefined || listeners.length > 0;
  });
  return instruction.kind === 'startAfter' && isChosen ? movesAtOnce(element.id, 'choice') : undefined;
}

/** Conflict of a cancellation: it would continue something else. */
export function faultOfCancel(of: Planned, entry: EntryState, plan: SuspendedPlan): InstructionFault | undefined {
  const { state } = of;
  const { host } = openScope(state, entry.scope);
  if (entry.index !== null) return movesAtOnce(entry.element, 'loop');
  if (host !== null && entryIn(state, host).adHoc !== null) return movesAtOnce(entry.element, 'adHoc');
  if (isCompensating(of, plan.affected)) return movesAtOnce(entry.element, 'compensation');
  return isLeftEmpty(of, entry, plan) ? movesAtOnce(entry.element, 'scopeEnd') : undefined;
}

/** True if the cancellation of a handler would continue its compensation run. */
function isCompensating({ state }: Planned, { entries, scopes }: Affected): boolean {
  const isHandler = (ordinal: EntryOrdinal) => entryIn(state, ordinal).compensates !== null;
  const steps = state.paused?.steps ?? [];
  return [...entries].some(isHandler) || steps.some(({ compensates, scope }) => compensates !== undefined && scopes.has(scope));
}

/** True if the scope would end because no token is left. */
function isLeftEmpty({ state }: Planned, { scope }: EntryState, { affected, starts }: SuspendedPlan): boolean {
  if (starts.some(({ where }) => outermostOf(where) === scope)) return false;
  const { entries } = openScope(state, scope);
  if ([...entries].some((ordinal) => !affected.entries.has(ordinal))) return false;
  const races = new Set([...affected.entries].flatMap((ordinal) => entryIn(state, ordinal).race ?? []));
  const stays = (state.paused?.steps ?? []).filter(
    (step) => step.scope === scope && !(step.entry !== undefined && affected.entries.has(step.entry)),
  );
  return !stays.some(({ race }) => race === undefined || !races.has(race));
}

function movesAtOnce(element: string, because: Movement): InstructionFault {
  return { why: 'movesAtOnce', element, because };
}
