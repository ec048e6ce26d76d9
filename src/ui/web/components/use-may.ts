import { useQuery } from '@tanstack/react-query';
import { isWithin, limitsOf, type Right } from '../../../platform/access-roles.ts';
import type { SessionView } from '../../wire/session.ts';
import { sessionQuery } from '../api/views.ts';

/** Whether the user has a permission: for a process key; `null`: for all keys and data without one; omitted: for any key. */
export type May = (right: Right, key?: string | null) => boolean;

/** Permissions of the user; the frame of the pages explains read-only mode. Before the session is known nothing is hidden. */
export function useMay(): May {
  const { data: session } = useQuery(sessionQuery);
  return (right, key) => (session?.readOnly ?? null) === null && hasRight(session, right, key);
}

/** Returns whether the user may open a page, also if the pages are read-only. */
export function useMayOpen(): May {
  const { data: session } = useQuery(sessionQuery);
  return (right, key) => hasRight(session, right, key);
}

function hasRight(session: SessionView | undefined, right: Right, key: string | null | undefined): boolean {
  const patterns = session?.rights?.[right];
  if (patterns === undefined) return true;
  return key === undefined ? patterns.length > 0 : isWithin(limitsOf(patterns), key);
}
