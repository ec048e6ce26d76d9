import { Router } from 'express';
import { RIGHTS } from '../../../platform/access-roles.ts';
import { version } from '../../../platform/version.ts';
import type { RightsView, SessionView } from '../../wire/session.ts';
import { apiUrlFor } from '../api-url.ts';
import { view } from '../http/answer.ts';
import type { UiPorts } from '../ports.ts';
import { antiforgeryToken } from '../sign-in/antiforgery.ts';
import { userOf } from '../sign-in/session.ts';

/** GET /session: who uses the pages, and the token of the writes. */
export function sessionRoutes({ provider, whyReadOnly, rightsOf, apiUrl }: UiPorts): Router {
  return Router().get(
    '/session',
    view<SessionView>(async (request) => {
      const user = userOf(request);
      const rights = await rightsOf(request);
      const readOnly = (await whyReadOnly()) ?? null;
      return {
        // a token makes a session, and a session is a row: where nothing can be written, reading must not write one either
        csrfToken: readOnly === null ? antiforgeryToken(request) : '',
        hasAuthentication: provider !== undefined,
        readOnly,
        user: user === undefined ? null : { name: user.name, userId: user.userId, groups: user.groups },
        rights: rights === undefined ? null : (Object.fromEntries(RIGHTS.map((right) => [right, rights(right)])) as RightsView),
        version,
        apiUrl: apiUrlFor(await apiUrl(), request.hostname) ?? null,
      };
    }),
  );
}
