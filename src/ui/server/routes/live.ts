import { ServerResponse } from 'node:http';
import { type Response, Router } from 'express';
import { isWithin, type KeyLimits, limitsOf, type Right } from '../../../platform/access-roles.ts';
import type { LiveChange, LiveKind } from '../../wire/live.ts';
import { RequestRefusal } from '../http/answer.ts';
import { optionalGuid, parametersOf } from '../http/parameters.ts';
import type { Changed, LiveReader } from '../live/live-watch.ts';
import type { CallerRights, UiPorts } from '../ports.ts';
import { userOf } from '../sign-in/session.ts';

/** Proxies and browsers close silent connections, many after 60 s. */
const SIGN_OF_LIFE_MS = 20_000;

/** A reader with more unsent bytes is disconnected; it reconnects. */
const MOST_UNSENT = 65_536;

interface EventStream {
  send(event: string, data: unknown): void;
  /** A second call has no effect. */
  end(): void;
}

/** `onClose`: called when the stream ends, for any reason. */
function openEventStream(response: Response, onClose: () => void): EventStream {
  response.writeHead(200, {
    'Content-Type': 'text/event-stream',
    // prevents buffering and compression by proxies
    'Cache-Control': 'no-store, no-transform',
    'X-Accel-Buffering': 'no',
  });
  const write = (text: string) => {
    if (response.writableEnded || response.destroyed) return;
    response.write(text);
    if (response.writableLength > MOST_UNSENT) response.destroy();
  };
  const timer = setInterval(() => write(':\n\n'), SIGN_OF_LIFE_MS);
  timer.unref();
  response.once('close', () => {
    clearInterval(timer);
    onClose();
  });
  response.on('error', () => {}); // the tab has gone
  write('retry: 2000\n\n');
  return {
    send: (event, data) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    end() {
      // bypasses the session middleware, which would store the session as it was at the start
      if (!response.writableEnded) (ServerResponse.prototype.end as () => void).call(response);
    },
  };
}

/** Permission of a reader, by kind of change. */
const NEEDS: Readonly<Record<LiveKind, Right>> = {
  workflows: 'see',
  instances: 'see',
  instance: 'see',
  'user-tasks': 'see-tasks',
  incidents: 'see',
  'dead-letters': 'see',
};

/** Returns undefined if no change is permitted. `rights` undefined: no access rules. `instanceId`: other instances are omitted. */
export function permittedChanges(
  changes: readonly Changed[],
  rights: CallerRights | undefined,
  instanceId: string | undefined,
): LiveChange | undefined {
  const permitted = new Map<LiveKind, Set<string>>();
  for (const { kind, key, id } of changes) {
    if (kind === 'instance' ? id !== instanceId : false) continue;
    if (!isWithin(limitsFor(rights, NEEDS[kind]), key)) continue;
    const keys = permitted.get(kind) ?? new Set();
    keys.add(id ?? key ?? '');
    permitted.set(kind, keys);
  }
  if (permitted.size === 0) return undefined;
  return Object.fromEntries([...permitted].map(([kind, keys]) => [kind, [...keys]]));
}

function limitsFor(rights: CallerRights | undefined, right: Right): KeyLimits {
  return rights === undefined ? undefined : limitsOf(rights(right));
}

/** See docs/contributing/spec/pages.md#live. 503 if too many streams are open. The stream ends with the session. */
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
      notify(changes) {
        const permitted = permittedChanges(changes, rights, instanceId);
        if (permitted !== undefined) stream.send('changed', permitted);
      },
      end(isOver) {
        if (isOver) stream.send('over', {});
        stream.end();
      },
    };
    stop = live.add(reader);
  });
}
