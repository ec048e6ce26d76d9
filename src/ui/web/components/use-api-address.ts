import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../api/views.ts';

/** Option of curl for the token, which the API needs if sign-in is on or required (docs/contributing/spec/http/access.md#authentication). */
const TOKEN = '-H "Authorization: Bearer $TOKEN" ';

/** Variable of the shell, used if the address of the API is unknown. */
const UNKNOWN_API = '$SLUICE_URL';

/** The address of the API for commands to copy, after the token option if the API needs a token. */
export function useApiAddress(): string {
  const { data: session } = useQuery(sessionQuery);
  const asksForToken = session !== undefined && (session.hasAuthentication || session.readOnly !== null);
  return `${asksForToken ? TOKEN : ''}${session?.apiUrl ?? UNKNOWN_API}`;
}
