import { useQuery } from '@tanstack/react-query';
import { ignoredFailuresQuery } from '../api/repairs.ts';
import { deadLetterCountQuery, failedCountQuery, incidentCountQuery, taskCountQuery } from '../api/views.ts';
import { Badge, type Tone } from '../components/status-badge.tsx';
import { number } from '../texts/numbers.ts';

/** See docs/contributing/spec/pages.md#navigation-counts. `isWhole`: sum of all pages of the section. */
export function SectionCount({ section, isWhole = true }: { readonly section: string; readonly isWhole?: boolean }) {
  if (section === '/user-tasks') return <TaskCount />;
  if (section === '/incidents') return isWhole ? <ProblemCount /> : <IncidentCount />;
  return section === '/dead-letters' ? <LetterCount /> : null;
}

function TaskCount() {
  return <Count tone="stop" parts={[useQuery(taskCountQuery).data]} />;
}

/** Open incidents and recently failed instances, without ignored ones. */
function IncidentCount() {
  return <Count tone="fail" parts={useFailureParts()} />;
}

function useFailureParts(): readonly (Part | undefined)[] {
  const [incidents, failed] = [useQuery(incidentCountQuery).data, useQuery(failedCountQuery).data];
  const ignored = useQuery(ignoredFailuresQuery).data?.items ?? [];
  return [
    without(
      incidents,
      ignored.map(({ incidentCount }) => incidentCount),
    ),
    without(
      failed,
      ignored.map(({ failedInstanceCount }) => failedInstanceCount),
    ),
  ];
}

function without(part: Part | undefined, counts: readonly number[]): Part | undefined {
  const ignored = counts.reduce((sum, count) => sum + count, 0);
  return part && { ...part, totalCount: Math.max(0, part.totalCount - ignored) };
}

function LetterCount() {
  return <Count tone="fail" parts={[useQuery(deadLetterCountQuery).data]} />;
}

/** Number of items on all pages of the section. */
function ProblemCount() {
  return <Count tone="fail" parts={[...useFailureParts(), useQuery(deadLetterCountQuery).data]} />;
}

interface Part {
  readonly totalCount: number;
  readonly isTotalCountExact?: boolean;
}

/** Sum of the loaded numbers. Hidden if it is 0. */
function Count({ tone, parts }: { readonly tone: Tone; readonly parts: readonly (Part | undefined)[] }) {
  const count = parts.reduce((sum, part) => sum + (part?.totalCount ?? 0), 0);
  if (count === 0) return null;
  const isExact = parts.every((part) => part?.isTotalCountExact !== false);
  return <Badge tone={tone}>{`${number(count)}${isExact ? '' : '+'}`}</Badge>;
}
