import { Router } from 'express';
import { RIGHTS } from '../../../platform/access-roles.ts';
import { version } from '../../../platform/version.ts';
import { search } from '../../../queries/operator/search.ts';
import { readRegisteredEvents } from '../../../queries/registered-events.ts';
import type { RegisteredEventsView } from '../../wire/events.ts';
import type { SearchView } from '../../wire/search.ts';
import type { RightsView, SessionView } from '../../wire/session.ts';
import { apiUrlFor } from '../api-url.ts';
import { RequestRefusal, view } from '../http/answer.ts';
import { parametersOf, requiredText } from '../http/parameters.ts';
import { readerOf } from '../list-reader.ts';
import type { UiPorts } from '../ports.ts';
import { limitsOfUser } from '../rights.ts';
import { antiforgeryToken } from '../sign-in/antiforgery.ts';
import { userOf } from '../sign-in/session.ts';

/** /events: everything that waits for events, whole (docs/contributing/spec/pages.md#events). */
export function eventRoutes({ lists }: UiPorts): Router {
  return Router().get(
    '/events',
    view<RegisteredEventsView>((request) =>
      lists.read(readerOf(request), (place) => readRegisteredEvents(place, limitsOfUser(request))),
    ),
  );
}

/** Longest text that a key or a business id can have. */
const MOST = 256;

/** /search: instances by id or business id, workflows by key. */
export function searchRoutes({ lists }: UiPorts): Router {
  return Router().get(
    '/search',
    view<SearchView>((request) => {
      const text = requiredText(parametersOf(request), 'q').trim();
      if (text === '' || text.length > MOST) throw new RequestRefusal('invalid-query', `q must have 1 to ${MOST} characters.`);
      return lists.read(readerOf(request), (place) => search(place, text, limitsOfUser(request)));
    }),
  );
}

/** GET /session: the user, and the token for writes. */
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
