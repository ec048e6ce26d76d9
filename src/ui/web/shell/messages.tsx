import { notificationsStore } from '@mantine/notifications';
import { lazy, Suspense, useEffect, useState } from 'react';

const Board = lazy(async () => ({ default: (await import('./message-board.tsx')).MessageBoard }));

/** Results of actions, at the top right; what shows them is loaded with the first one. */
export function Messages() {
  const [hasAny, setAny] = useState(false);
  useEffect(() => notificationsStore.subscribe(() => setAny(true)), []);
  return (
    hasAny && (
      <Suspense>
        <Board />
      </Suspense>
    )
  );
}
