import { Router } from 'express';
import { version } from '../../../platform/version.ts';
import type { SessionView } from '../../wire/session.ts';
import { apiUrlFor } from '../api-url.ts';
import { view } from '../http/answer.ts';
import type { UiPorts } from '../ports.ts';
import { READ_ONLY } from '../read-only.ts';
import { antiforgeryToken } from '../sign-in/antiforgery.ts';
import { userOf } from '../sign-in/session.ts';

/** GET /session: who uses the pages, and the token of the writes. */
export function sessionRoutes({ provider, isReadOnly, apiUrl }: UiPorts): Router {
  return Router().get(
    '/session',
    view<SessionView>((request) => {
      const user = userOf(request);
      return {
        // a token makes a session, and a session is a row: where nothing can be written, reading must not write one either
        csrfToken: isReadOnly ? '' : antiforgeryToken(request),
        hasAuthentication: provider !== undefined,
        readOnly: isReadOnly ? READ_ONLY : null,
        user: user === undefined ? null : { name: user.name, userId: user.userId, groups: user.groups },
        version,
        apiUrl: apiUrlFor(apiUrl, request.hostname) ?? null,
      };
    }),
  );
}
