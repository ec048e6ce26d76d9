import { useState } from 'react';

/** See docs/contributing/spec/pages.md#no-self-refresh. */
const REFRESH_MS = 5000;

/** The user can turn the refresh of a page off. */
export function useAutoRefresh() {
  const [isAuto, setAuto] = useState(true);
  const refetchInterval: number | false = isAuto && REFRESH_MS;
  return { isAuto, setAuto, refetchInterval };
}
