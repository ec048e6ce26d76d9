import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../api/views.ts';

/** The API needs the token if sign-in is on or required (docs/contributing/spec/http/access.md#authentication). */
const TOKEN = '-H "Authorization: Bearer $TOKEN" ';

const UNKNOWN_API = '$SLUICE_URL';

/** Address for commands to copy; with the token option if the API needs a token. */
export function useApiAddress(): string {
  const { data: session } = useQuery(sessionQuery);
  const asksForToken = session !== undefined && (session.hasAuthentication || session.readOnly !== null);
  return `${asksForToken ? TOKEN : ''}${session?.apiUrl ?? UNKNOWN_API}`;
}
