import { flowOf } from '../model.ts';
import type { InstructionFault, Movement } from '../modifications.ts';
import type { EntryOrdinal } from '../ordinals.ts';
import { type EntryState, entryIn, openScope } from '../state.ts';
import type { Doomed } from './doomed.ts';
import type { PlannedStart } from './modification-plan.ts';
import { hostsOf, outermostOf, type Planned } from './planned-scopes.ts';

/** A modification of a suspended instance, as far as it is planned. */
export interface StillPlan {
  readonly doomed: Doomed;
  readonly starts: readonly PlannedStart[];
}

/** Why a modification of a suspended instance would move something at once, whatever it starts and cancels (docs/contributing/spec/suspension.md#modifications-while-suspended). */
export function movementOfAll({ state: { paused } }: Planned): Movement | undefined {
  if (paused?.begins !== undefined) return 'notBegun';
  return paused?.isStopped === true ? 'stopped' : undefined;
}

/** Why a start would: what is opened is mapped and armed, and flows are chosen by their conditions. A token that only stands before its element waits there. */
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

/** Why a cancellation would: something else goes on because of it. */
export function faultOfCancel(of: Planned, entry: EntryState, plan: StillPlan): InstructionFault | undefined {
  const { state } = of;
  const { host } = openScope(state, entry.scope);
  if (entry.index !== null) return movesAtOnce(entry.element, 'loop');
  if (host !== null && entryIn(state, host).adHoc !== null) return movesAtOnce(entry.element, 'adHoc');
  if (isCompensating(of, plan.doomed)) return movesAtOnce(entry.element, 'compensation');
  return isLeftEmpty(of, entry, plan) ? movesAtOnce(entry.element, 'scopeEnd') : undefined;
}

/** A handler that is cancelled lets its walk go on. */
function isCompensating({ state }: Planned, { entries, scopes }: Doomed): boolean {
  const isHandler = (ordinal: EntryOrdinal) => entryIn(state, ordinal).compensates !== null;
  const steps = state.paused?.steps ?? [];
  return [...entries].some(isHandler) || steps.some(({ compensates, scope }) => compensates !== undefined && scopes.has(scope));
}

/** Whether the scope of a cancelled entry has no token any more: it would end. */
function isLeftEmpty({ state }: Planned, { scope }: EntryState, { doomed, starts }: StillPlan): boolean {
  if (starts.some(({ where }) => outermostOf(where) === scope)) return false;
  const { entries } = openScope(state, scope);
  if ([...entries].some((ordinal) => !doomed.entries.has(ordinal))) return false;
  const races = new Set([...doomed.entries].flatMap((ordinal) => entryIn(state, ordinal).race ?? []));
  const stays = (state.paused?.steps ?? []).filter(
    (step) => step.scope === scope && !(step.entry !== undefined && doomed.entries.has(step.entry)),
  );
  return !stays.some(({ race }) => race === undefined || !races.has(race));
}

function movesAtOnce(element: string, because: Movement): InstructionFault {
  return { why: 'movesAtOnce', element, because };
}
