import { useQuery } from '@tanstack/react-query';
import type { HomeView } from '../../../wire/home.ts';
import { ignoredFailuresQuery } from '../../api/repairs.ts';

/** Instances that failed in the last 24 hours, with ignored ones, as in the list of `failedLead`. */
export function useFailedCount(home: HomeView | undefined): number {
  const ignored = useQuery(ignoredFailuresQuery).data?.items ?? [];
  return ignored.reduce((sum, { failedInstanceCount }) => sum + failedInstanceCount, home?.failed.count ?? 0);
}
