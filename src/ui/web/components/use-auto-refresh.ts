import { useState } from 'react';

/** Interval at which a page with an auto-refresh switch reads its data again (docs/contributing/spec/pages.md#no-self-refresh). */
const REFRESH_MS = 5000;

/** Whether a page reads its data again at an interval; the user can turn it off. */
export function useAutoRefresh() {
  const [isAuto, setAuto] = useState(true);
  const refetchInterval: number | false = isAuto && REFRESH_MS;
  return { isAuto, setAuto, refetchInterval };
}
