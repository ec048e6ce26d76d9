import type { DiagramBadge, DiagramMarks, Mark } from '../../components/diagram/marks.ts';
import type { Moment, Run } from './replay.ts';

/** Later ones win when an element has run several times. */
const RANK: Readonly<Record<Run['outcome'], number>> = { completed: 1, cancelled: 2, failed: 3, active: 4 };

/** What the diagram shows of a moment: tokens, ends, failures and the path. */
export function marksOf({ runs, takenFlows }: Moment): DiagramMarks {
  const marks = new Map<string, Mark>();
  const active = new Map<string, number>();
  visit(runs, (run) => {
    const before = marks.get(run.element) as Run['outcome'] | undefined;
    if (before === undefined || RANK[run.outcome] > RANK[before]) marks.set(run.element, run.outcome);
    if (run.outcome === 'active' && !holdsTokens(run)) active.set(run.element, (active.get(run.element) ?? 0) + 1);
  });
  const badges = new Map<string, readonly DiagramBadge[]>();
  for (const [element, count] of active) {
    badges.set(element, [{ kind: 'active', text: String(count), label: count === 1 ? '1 token' : `${count} tokens` }]);
  }
  return { marks, badges, flows: new Set(takenFlows) };
}

/** The tokens of a multi-instance activity are those of its iterations. */
function holdsTokens({ elementType, inside }: Run): boolean {
  return elementType === 'multiInstance' && inside.some(({ outcome }) => outcome === 'active');
}

/** Every run, outer before inner, oldest first. */
export function visit(runs: readonly Run[], see: (run: Run) => void): void {
  const waiting = [...runs].reverse();
  for (let run = waiting.pop(); run !== undefined; run = waiting.pop()) {
    see(run);
    for (let index = run.inside.length - 1; index >= 0; index -= 1) waiting.push(run.inside[index] as Run);
  }
}
