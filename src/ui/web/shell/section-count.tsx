import { useQuery } from '@tanstack/react-query';
import { deadLetterCountQuery, incidentCountQuery, taskCountQuery } from '../api/views.ts';
import { Badge, type Tone } from '../components/status-badge.tsx';
import { number } from '../texts/numbers.ts';

/** The number next to an entry of the navigation, or to a page of a section (docs/contributing/spec/pages.md#navigation-counts). */
export function SectionCount({ section, isWhole = true }: { readonly section: string; readonly isWhole?: boolean }) {
  if (section === '/user-tasks') return <TaskCount />;
  if (section === '/incidents') return isWhole ? <ProblemCount /> : <IncidentCount />;
  return section === '/dead-letters' ? <LetterCount /> : null;
}

function TaskCount() {
  return <Count tone="stop" count={useQuery(taskCountQuery).data?.totalCount} />;
}

function IncidentCount() {
  return <Count tone="fail" count={useQuery(incidentCountQuery).data?.totalCount} />;
}

function LetterCount() {
  return <Count tone="fail" count={useQuery(deadLetterCountQuery).data?.totalCount} />;
}

/** Open incidents and dead letters. */
function ProblemCount() {
  const incidents = useQuery(incidentCountQuery).data?.totalCount ?? 0;
  const letters = useQuery(deadLetterCountQuery).data?.totalCount ?? 0;
  return <Count tone="fail" count={incidents + letters} />;
}

/** Hidden when there is nothing, or the number is unknown. */
function Count({ tone, count = 0 }: { readonly tone: Tone; readonly count: number | undefined }) {
  return count === 0 ? null : <Badge tone={tone}>{number(count)}</Badge>;
}
