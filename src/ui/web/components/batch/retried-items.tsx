import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { Link } from 'react-router';
import type { ItemsNowView } from '../../../wire/batches.ts';
import { retriedNowQuery } from '../../api/repairs.ts';
import { pageTexts } from '../../texts/dialogs.ts';

/** Poll interval while retried instances run, and while they wait or have ended. */
const RUNNING_POLL_MS = 2000;
const POLL_MS = 10_000;

type Now = keyof ItemsNowView;

/** Filter of the items of a batch, in the order of the sentence. */
export const NOW_FILTERS: Readonly<Record<Now, string>> = {
  completed: 'StatusNow==Completed',
  running: 'StatusNow==Running,IsWaitingNow==false',
  waiting: 'IsWaitingNow==true',
  cancelled: 'StatusNow==Cancelled',
  failed: 'StatusNow==Failed',
};

/** `text`: of the address. */
export function nowOf(text: string): Now {
  return Object.hasOwn(NOW_FILTERS, text) ? (text as Now) : 'failed';
}

/** Reads again while the page is open: retried instances continue after the batch, and can fail after a wait. */
export function useRetriedNow(batchId: string) {
  return useQuery({
    ...retriedNowQuery(batchId),
    refetchInterval: ({ state }) => (state.data?.running === 0 ? POLL_MS : RUNNING_POLL_MS),
  });
}

/** Numbers with links to the items. `shown`: those that the page lists. */
export function RetriedItems({ batchId, shown }: { readonly batchId: string; readonly shown?: Now }) {
  const { data } = useRetriedNow(batchId);
  if (data === undefined) return <Text size="sm">{pageTexts.batch.counting}</Text>;
  const parts = (Object.keys(NOW_FILTERS) as readonly Now[]).filter((now) => now !== 'cancelled' || data.cancelled > 0);
  return (
    <Text size="sm" component="p">
      {pageTexts.batch.now}{' '}
      {parts.map((now, at) => (
        <Fragment key={now}>
          {at > 0 && ', '}
          {data[now] === 0 ? (
            pageTexts.batch.itemsNow[now](0)
          ) : (
            <Anchor
              component={Link}
              size="sm"
              underline="always"
              to={`/batches?${new URLSearchParams({ batch: batchId, now })}`}
              {...(now === shown && { 'aria-current': true })}
            >
              {pageTexts.batch.itemsNow[now](data[now])}
            </Anchor>
          )}
        </Fragment>
      ))}
      .
    </Text>
  );
}
