import { Alert } from '@mantine/core';
import { notificationsStore } from '@mantine/notifications';
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { texts } from '../texts/texts.ts';

const readBoard = async () => ({ default: (await import('./message-board.tsx')).MessageBoard });
const Board = lazy(() => readBoard().catch(() => ({ default: PlainBoard })));
const FIRST_TOUCH = ['pointerdown', 'keydown'] as const;

/** Results of actions. The code is loaded at the first interaction: when messages matter most, the service may be unreachable or the sign-in expired. */
export function Messages() {
  const [hasAny, setAny] = useState(false);
  useEffect(() => notificationsStore.subscribe(() => setAny(true)), []);
  useEffect(() => {
    const read = () => void readBoard().catch(() => {});
    for (const touch of FIRST_TOUCH) addEventListener(touch, read, { once: true });
    return () => {
      for (const touch of FIRST_TOUCH) removeEventListener(touch, read);
    };
  }, []);
  return (
    hasAny && (
      <Suspense>
        <Board />
      </Suspense>
    )
  );
}

/** Messages without styling, whose code failed to load. */
function PlainBoard() {
  const { notifications } = useSyncExternalStore(notificationsStore.subscribe, notificationsStore.getState);
  return (
    <div className="plain-messages">
      {notifications.map(({ id, message, color }) => (
        <Alert
          key={id}
          role="alert"
          withCloseButton
          closeButtonLabel={texts.shared.close}
          {...(color !== undefined && { color })}
          onClose={() => forget(id)}
        >
          {message}
        </Alert>
      ))}
    </div>
  );
}

function forget(id: string | undefined): void {
  notificationsStore.updateState((state) => ({
    ...state,
    notifications: state.notifications.filter((other) => other.id !== id),
  }));
}
