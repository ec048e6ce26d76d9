import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../api/views.ts';

/** Whether nothing can be changed here; the frame of the pages says why. */
export function useReadOnly(): boolean {
  const { data: session } = useQuery(sessionQuery);
  return session !== undefined && session.readOnly !== null;
}
