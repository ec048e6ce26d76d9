import { Router } from 'express';
import { readRegisteredEvents } from '../../../queries/registered-events.ts';
import type { RegisteredEventsView } from '../../wire/events.ts';
import { view } from '../http/answer.ts';
import type { UiPorts } from '../ports.ts';

/** /events: everything that waits for events, whole (docs/spec/pages.md#events). */
export function eventRoutes({ db }: UiPorts): Router {
  return Router().get(
    '/events',
    view<RegisteredEventsView>(() => readRegisteredEvents(db)),
  );
}
