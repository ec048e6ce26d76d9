import { Router } from 'express';
import { readRegisteredEvents } from '../../../queries/registered-events.ts';
import type { RegisteredEventsView } from '../../wire/events.ts';
import { view } from '../http/answer.ts';
import { readerOf } from '../list-reader.ts';
import type { UiPorts } from '../ports.ts';
import { limitsOfUser } from '../rights.ts';

/** /events: everything that waits for events, whole (docs/contributing/spec/pages.md#events). */
export function eventRoutes({ lists }: UiPorts): Router {
  return Router().get(
    '/events',
    view<RegisteredEventsView>((request) =>
      lists.read(readerOf(request), (place) => readRegisteredEvents(place, limitsOfUser(request))),
    ),
  );
}
