import { useQuery } from '@tanstack/react-query';
import { isWithin, limitsOf, type Right } from '../../../platform/access-roles.ts';
import type { SessionView } from '../../wire/session.ts';
import { sessionQuery } from '../api/views.ts';

/** Returns whether the user has a permission. `key` null: for all process keys. `key` absent: for at least one. */
export type May = (right: Right, key?: string | null) => boolean;

/** Returns a function that checks whether the user may change data. It returns false if the pages are read-only, and true until the session has loaded. */
export function useMay(): May {
  const { data: session } = useQuery(sessionQuery);
  return (right, key) => (session?.readOnly ?? null) === null && hasRight(session, right, key);
}

/** Returns a function that checks a permission of the user, also if the pages are read-only. It returns true until the session has loaded. */
export function useMayOpen(): May {
  const { data: session } = useQuery(sessionQuery);
  return (right, key) => hasRight(session, right, key);
}

function hasRight(session: SessionView | undefined, right: Right, key: string | null | undefined): boolean {
  const patterns = session?.rights?.[right];
  if (patterns === undefined) return true;
  return key === undefined ? patterns.length > 0 : isWithin(limitsOf(patterns), key);
}
