import type { DiagramBadge, DiagramMarks, Mark } from '../../../components/diagram/marks.ts';
import { modelerTexts } from '../../../texts/modeler.ts';
import type { Simulated } from './simulate.ts';

/** Marks as on the page of an instance. */
export function tokenMarks({ Elements, Flows, Waits }: Simulated): DiagramMarks {
  const incidents = new Set(Waits.filter(({ Kind }) => Kind === 'Incident').map(({ Element }) => Element));
  const marks = new Map<string, Mark>();
  const badges = new Map<string, readonly DiagramBadge[]>();
  for (const { Id, Active, Completed, Failed, Cancelled } of Elements) {
    const mark = markOf({ isIncident: incidents.has(Id), Active, Completed, Failed, Cancelled });
    if (mark !== undefined) marks.set(Id, mark);
    const shown: DiagramBadge[] = [];
    if (Active > 0) shown.push({ kind: 'active', text: String(Active), label: modelerTexts.simulation.tokens(Active) });
    if (Completed > 1) shown.push({ kind: 'completed', text: `${Completed}×`, label: modelerTexts.simulation.passed(Completed) });
    if (shown.length > 0) badges.set(Id, shown);
  }
  return { marks, badges, flows: new Set(Flows.map(({ Id }) => Id)) };
}

function markOf(seen: {
  readonly isIncident: boolean;
  readonly Active: number;
  readonly Completed: number;
  readonly Failed: number;
  readonly Cancelled: number;
}): Mark | undefined {
  if (seen.isIncident) return 'failed';
  if (seen.Active > 0) return 'active';
  if (seen.Failed > 0) return 'failed';
  if (seen.Cancelled > 0) return 'cancelled';
  return seen.Completed > 0 ? 'completed' : undefined;
}
