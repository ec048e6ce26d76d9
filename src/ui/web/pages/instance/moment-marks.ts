import type { CalledIncidentItem, WaitItem } from '../../api/repair-types.ts';
import type { DiagramBadge, DiagramMarks, Mark } from '../../components/diagram/marks.ts';
import { pageTexts } from '../../texts/instance.ts';
import type { ElementExecution, Moment } from './replay.ts';

/** The highest one is shown if an element was executed several times. A repeated failure ranks lowest. */
const RANK: Readonly<Record<ElementExecution['outcome'], number>> = { completed: 1, cancelled: 2, failed: 3, active: 4 };

/** Tokens, ends, failures and the path. */
export function marksOf({ executions, takenFlows, state }: Moment): DiagramMarks {
  const marks = new Map<string, Mark>();
  const ranks = new Map<string, number>();
  const active = new Map<string, number>();
  visit(executions, (execution) => {
    const before = ranks.get(execution.element) ?? -1;
    const rank = execution.isRepeated ? 0 : RANK[execution.outcome];
    if (rank > before) {
      ranks.set(execution.element, rank);
      marks.set(execution.element, execution.outcome);
    }
    if (execution.outcome === 'active' && !holdsTokens(execution))
      active.set(execution.element, (active.get(execution.element) ?? 0) + 1);
  });
  // a token that waits for an operator has failed
  for (const { entry } of state.incidents.values()) {
    const element = entry === null ? undefined : state.entries.get(entry)?.element;
    if (element !== undefined) marks.set(element, 'failed');
  }
  const badges = new Map<string, readonly DiagramBadge[]>();
  for (const [element, count] of active) {
    badges.set(element, [{ kind: 'active', text: String(count), label: pageTexts.tokens(count) }]);
  }
  return { marks, badges, flows: new Set(takenFlows) };
}

/** Adds the open incidents of called instances, with a link to the latest one. `items`: reasons why the instance waits now. */
export function withCalledIncidents(shown: DiagramMarks, items: readonly WaitItem[]): DiagramMarks {
  const counts = new Map<string, { readonly count: number; readonly latest: CalledIncidentItem }>();
  for (const { activityId, called } of items) {
    if (activityId === null || called?.incident === undefined) continue;
    const { count = 0, latest = called.incident } = counts.get(activityId) ?? {};
    counts.set(activityId, { count: count + called.incident.openIncidents, latest });
  }
  if (counts.size === 0) return shown;
  const marks = new Map(shown.marks);
  const badges = new Map(shown.badges);
  for (const [element, { count, latest }] of counts) {
    const label = pageTexts.calledIncidents(count);
    marks.set(element, 'failed');
    badges.set(element, [
      ...(badges.get(element) ?? []),
      { kind: 'calledIncident', text: String(count), label, href: placeOfIncident(latest) },
    ]);
  }
  return { ...shown, marks, badges };
}

/** By the id of the activity instance that calls. */
export type CalledIncidents = ReadonlyMap<string, CalledIncidentItem>;

/** Open incidents of called instances. */
export function calledIncidentsOf(items: readonly WaitItem[]): CalledIncidents {
  return new Map(
    items.flatMap(({ activityInstanceId: id, called }) =>
      id === null || called?.incident === undefined ? [] : [[id, called.incident] as const],
    ),
  );
}

/** Selects the failed element on the page of its instance. */
export function placeOfIncident({ workflowInstanceId, activityId }: CalledIncidentItem): string {
  return `/process-instance/${workflowInstanceId}?${new URLSearchParams({ element: activityId })}`;
}

/** The tokens of a multi-instance activity are those of its iterations. */
function holdsTokens({ elementType, inside }: ElementExecution): boolean {
  return elementType === 'multiInstance' && inside.some(({ outcome }) => outcome === 'active');
}

/** Outer before inner, oldest first. */
export function visit(executions: readonly ElementExecution[], see: (execution: ElementExecution) => void): void {
  const waiting = [...executions].reverse();
  for (let execution = waiting.pop(); execution !== undefined; execution = waiting.pop()) {
    see(execution);
    for (let index = execution.inside.length - 1; index >= 0; index -= 1)
      waiting.push(execution.inside[index] as ElementExecution);
  }
}
