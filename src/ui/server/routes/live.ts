import { Router } from 'express';
import { RequestRefusal } from '../http/answer.ts';
import { optionalGuid, parametersOf } from '../http/parameters.ts';
import { type EventStream, openEventStream } from '../live/event-stream.ts';
import type { LiveReader } from '../live/live-watch.ts';
import { permittedChanges } from '../live/permitted-changes.ts';
import type { UiPorts } from '../ports.ts';
import { userOf } from '../sign-in/session.ts';

/** /live: reports changes of permitted keys to a tab until the sign-in expires (docs/contributing/spec/pages.md#live). */
export function liveRoutes({ live, rightsOf }: UiPorts): Router {
  return Router().get('/live', async (request, response) => {
    if (request.method !== 'GET' || !/\btext\/event-stream\b/i.test(request.headers.accept ?? '')) {
      throw new RequestRefusal('invalid-query', 'This endpoint is an event stream. Send the header Accept: text/event-stream.');
    }
    const instanceId = optionalGuid(parametersOf(request), 'instance');
    const rights = await rightsOf(request);
    const sessionId = userOf(request) === undefined ? undefined : request.sessionID;
    if (!live.hasRoomFor(sessionId)) {
      response.set('Retry-After', '30');
      throw new RequestRefusal('overloaded', 'Too many pages are open. This page does not receive live updates.');
    }
    let stop = () => {};
    const stream: EventStream = openEventStream(response, () => stop());
    const reader: LiveReader = {
      instanceId,
      sessionId,
      begin: () => stream.send('ready', {}),
      tell(changes) {
        const told = permittedChanges(changes, rights, instanceId);
        if (told !== undefined) stream.send('changed', told);
      },
      end(isOver) {
        if (isOver) stream.send('over', {});
        stream.end();
      },
    };
    stop = live.add(reader);
  });
}
