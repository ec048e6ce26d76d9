import { useIsFetching } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';

/** The connection opens when no data has been loading for this time. */
const IDLE_MS = 1000;

// without it pages are as they were when they were read
const None = () => null;
const Live = lazy(async () => ({
  default: await import('./live.tsx').then(
    ({ Live: part }): ComponentType => part,
    () => None,
  ),
}));

/** Connects to changes after the first page is shown, so that neither code nor connection delay the first load. */
export function LiveOnDemand() {
  const isReading = useIsFetching() > 0;
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    if (isIdle || isReading) return;
    const timer = setTimeout(() => setIdle(true), IDLE_MS);
    return () => clearTimeout(timer);
  }, [isIdle, isReading]);
  return (
    isIdle && (
      <Suspense>
        <Live />
      </Suspense>
    )
  );
}
