import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../api/views.ts';

/** Where people sign in, and where they would have to, the API asks for a token too (docs/contributing/spec/http/access.md#authentication). */
const TOKEN = '-H "Authorization: Bearer $TOKEN" ';

/** Variable of the command line for the address of the API. */
const UNKNOWN_API = '$SLUICE_URL';

/** The address of the API for commands to copy, with the token option where the API asks for one. */
export function useApiAddress(): string {
  const { data: session } = useQuery(sessionQuery);
  const asksForToken = session !== undefined && (session.hasAuthentication || session.readOnly !== null);
  return `${asksForToken ? TOKEN : ''}${session?.apiUrl ?? UNKNOWN_API}`;
}
