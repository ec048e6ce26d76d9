import type { ModificationAnswer, ModificationInstruction } from '../../api/repair-types.ts';
import type { Entry, ShownInstanceState } from '../../api/service-types.ts';
import type { ElementOutline } from '../../components/diagram/element-outline.ts';
import { repairTexts } from '../../texts/repairs.ts';

/** `entryId` null: a new token begins; `target` null: the token ends. */
export interface TokenPlan {
  readonly entryId: string | null;
  readonly target: string | null;
  /** work of the target: done, or taken as done */
  readonly side: 'before' | 'after';
}
export const NO_PLAN: TokenPlan = { entryId: null, target: null, side: 'before' };

/** Empty for an incomplete plan. */
export function instructionsOf({ entryId, target, side }: TokenPlan): readonly ModificationInstruction[] {
  const ends: ModificationInstruction[] = entryId === null ? [] : [{ cancel: { entry: entryId } }];
  if (target === null) return ends;
  return [...ends, side === 'before' ? { startBefore: { element: target } } : { startAfter: { element: target } }];
}

export function movableEntries(state: ShownInstanceState): readonly Entry[] {
  return state.activeActivities;
}

/** Tags at which no token can begin. */
const NO_TARGETS = new Set(['process', 'participant', 'lane', 'sequenceFlow', 'boundaryEvent', 'dataObject', 'textAnnotation']);
const TARGET = /(?:task|event|gateway|activity|subprocess|transaction)$/i;

/** Sorted by name. The engine refuses those that cannot be started. */
export function targetsOf(outline: ReadonlyMap<string, ElementOutline>): readonly ElementOutline[] {
  const found = [...outline.values()].filter(({ tag }) => TARGET.test(tag) && !NO_TARGETS.has(tag));
  return found.sort((a, b) => (a.name ?? a.id).localeCompare(b.name ?? b.id));
}

/** Result of a dry run. */
export function sentencesOf({ cancelledCount, started, after }: ModificationAnswer, nameOf: (id: string) => string): string[] {
  const sentences: string[] = [];
  if (cancelledCount > 0) sentences.push(repairTexts.move.entriesEnd(cancelledCount));
  for (const { openedActivityIds } of started)
    if (openedActivityIds.length > 0) sentences.push(repairTexts.move.opened(openedActivityIds.map(nameOf).join(', ')));
  if (after === null) return sentences;
  const { isFailed, isCompleted, activeActivityIds, errorState, isCut } = after;
  if (isFailed) sentences.push(repairTexts.move.wouldFail(errorState?.code, errorState?.message));
  else if (isCompleted) sentences.push(repairTexts.move.wouldComplete);
  else if (isCut) sentences.push(repairTexts.move.tooLong);
  else sentences.push(repairTexts.move.thenActive(namesOf(activeActivityIds, nameOf)));
  return sentences;
}

function namesOf(ids: readonly string[], nameOf: (id: string) => string): string {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  const names = [...counts].map(([id, count]) => (count === 1 ? nameOf(id) : `${nameOf(id)} (${count})`));
  return names.length === 0 ? repairTexts.move.none : names.join(', ');
}
