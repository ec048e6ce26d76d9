import { useIsFetching } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';

/** Time without reads before the connection opens. */
const IDLE_MS = 1000;

// without it, pages do not update
const None = () => null;
const Live = lazy(async () => ({
  default: await import('./live.tsx').then(
    ({ Live: part }): ComponentType => part,
    () => None,
  ),
}));

/** Loads after the first page, which neither code nor connection must delay. */
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
