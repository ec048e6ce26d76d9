import { useQuery } from '@tanstack/react-query';
import type { Right } from '../../../platform/access-roles.ts';
import type { SessionView } from '../../wire/session.ts';
import { sessionQuery } from '../api/views.ts';

/** Asks whether the user has a right, for a process key where there is one. */
export type May = (right: Right, key?: string) => boolean;

/** What the user may do; the frame of the pages says why where nothing can be changed. Before the session is known nothing is hidden. */
export function useMay(): May {
  const { data: session } = useQuery(sessionQuery);
  return (right, key) => (session?.readOnly ?? null) === null && hasRight(session, right, key);
}

/** Which pages the user may open: also where nothing can be changed. */
export function useMayOpen(): May {
  const { data: session } = useQuery(sessionQuery);
  return (right, key) => hasRight(session, right, key);
}

function hasRight(session: SessionView | undefined, right: Right, key: string | undefined): boolean {
  const patterns = session?.rights?.[right];
  return patterns === undefined || patterns.some((pattern) => key === undefined || covers(pattern, key));
}

function covers(pattern: string, key: string): boolean {
  return pattern.endsWith('*') ? key.startsWith(pattern.slice(0, -1)) : key === pattern;
}
