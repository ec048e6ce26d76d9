import type { RequestHandler } from 'express';
import { sendProblem } from './http/answer.ts';
import { isSafeMethod } from './http/safe-method.ts';
import type { UiPorts } from './ports.ts';

/** Text for the log, refused writes and the pages. */
export const READ_ONLY =
  'These pages are read-only: the API requires tokens, and sign-in is off here. ' +
  'Set Authentication:ClientId and Authentication:ClientSecret so that users can sign in and act.';

/** This process has no token settings, but the API has recorded that it requires tokens. */
export const READ_ONLY_WITH_TOKENS =
  'These pages are read-only: the API requires tokens, and these pages have no Authentication:Authority. ' +
  'Set Authentication:Authority, Authentication:ClientId and Authentication:ClientSecret here too so that users can sign in and act.';

/** This process has no access roles, but the API has recorded that it requires them. */
export const READ_ONLY_WITHOUT_RULES =
  'These pages show nothing and change nothing: the API requires roles, and these pages have no Authorization:Rules. ' +
  'Give them the same settings of the sections Authentication and Authorization.';

/** Answers 403 to every write. Otherwise every user could do here what the API forbids (docs/contributing/spec/http/access.md#read-only-pages). */
export function refuseWrites({ whyReadOnly }: Pick<UiPorts, 'whyReadOnly'>): RequestHandler {
  return async (request, response, next) => {
    const reason = isSafeMethod(request.method) ? undefined : await whyReadOnly();
    if (reason === undefined) next();
    else sendProblem(response, 'read-only', reason);
  };
}
