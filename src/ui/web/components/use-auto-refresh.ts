import { useState } from 'react';

/** Refresh interval of pages with a switch for it (docs/contributing/spec/pages.md#no-self-refresh). */
const REFRESH_MS = 5000;

/** Whether a page reads its data again at an interval; the user can turn it off. */
export function useAutoRefresh() {
  const [isAuto, setAuto] = useState(true);
  const refetchInterval: number | false = isAuto && REFRESH_MS;
  return { isAuto, setAuto, refetchInterval };
}
