import { lazy, Suspense, useEffect, useState } from 'react';
import { onSignInExpired } from '../api/client.ts';

const ExpiredDialog = lazy(async () => ({ default: (await import('./expired-dialog.tsx')).ExpiredDialog }));

/** Waits for the sign-in to expire; the dialog that says so is loaded then. */
export function ExpiredSignIn() {
  const [isExpired, setExpired] = useState(false);
  useEffect(() => onSignInExpired(() => setExpired(true)), []);
  return (
    isExpired && (
      <Suspense>
        <ExpiredDialog />
      </Suspense>
    )
  );
}
