import { useQuery } from '@tanstack/react-query';
import { isWithin, limitsOf, type Right } from '../../../platform/access-roles.ts';
import type { SessionView } from '../../wire/session.ts';
import { sessionQuery } from '../api/views.ts';

/** `key` null: for all process keys; absent: for at least one. */
export type May = (right: Right, key?: string | null) => boolean;

/** Whether the user may change data. False if the pages are read-only; true until the session has loaded. */
export function useMay(): May {
  const { data: session } = useQuery(sessionQuery);
  return (right, key) => (session?.readOnly ?? null) === null && hasRight(session, right, key);
}

/** Checks a permission, also if the pages are read-only. True until the session has loaded. */
export function useMayOpen(): May {
  const { data: session } = useQuery(sessionQuery);
  return (right, key) => hasRight(session, right, key);
}

function hasRight(session: SessionView | undefined, right: Right, key: string | null | undefined): boolean {
  const patterns = session?.rights?.[right];
  if (patterns === undefined) return true;
  return key === undefined ? patterns.length > 0 : isWithin(limitsOf(patterns), key);
}
