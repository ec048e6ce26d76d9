import { type Query, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '../api/client.ts';

/** First and longest wait before a retry. */
const WAIT_MS = { first: 4000, most: 15_000 };

/** Repeats failed reads when the service is available again. Others are not repeated (docs/contributing/spec/pages.md#no-self-refresh). */
export function useRecovery(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const cache = queries.getQueryCache();
    const failed = { type: 'active', predicate: isAway } as const;
    const hasFailed = () => cache.findAll(failed).length > 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isLooking = false;
    let waitMs = WAIT_MS.first;
    const plan = () => {
      if (timer !== undefined || isLooking || !hasFailed()) return;
      timer = setTimeout(() => void look(), waitMs);
      waitMs = Math.min(WAIT_MS.most, waitMs * 1.5);
    };
    const look = async () => {
      timer = undefined;
      isLooking = true;
      if (hasFailed() && (await isServiceThere())) await queries.refetchQueries(failed);
      isLooking = false;
      if (!hasFailed()) waitMs = WAIT_MS.first;
      plan();
    };
    const stop = cache.subscribe(plan);
    plan();
    return () => {
      stop();
      clearTimeout(timer);
      isLooking = true;
    };
  }, [queries]);
}

/** Failed with an unreachable service or 5xx. */
function isAway({ state }: Query): boolean {
  return state.status === 'error' && state.error instanceof ApiError && (state.error.status === 0 || state.error.status >= 500);
}

/** The service is ready, including its database. */
export async function isServiceThere(): Promise<boolean> {
  return fetch('/ready').then(
    ({ ok }) => ok,
    () => false,
  );
}
