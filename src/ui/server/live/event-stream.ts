import { ServerResponse } from 'node:http';
import type { Response } from 'express';

/** Proxies and browsers take silence for a broken connection; many wait for 60 s. Unit: ms. */
const SIGN_OF_LIFE_MS = 20_000;
/** A reader that falls behind by more is disconnected and reconnects. Unit: bytes. */
const MOST_UNSENT = 65_536;

/** A stream of server-sent events to one tab. */
export interface EventStream {
  send(event: string, data: unknown): void;
  /** Safe to call twice. */
  end(): void;
}

/** Starts the stream; `onClose`: called when it ends for any reason. */
export function openEventStream(response: Response, onClose: () => void): EventStream {
  response.writeHead(200, {
    'Content-Type': 'text/event-stream',
    // proxies must not buffer or compress the stream
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
      // bypass the session middleware: it would store the session as of the start of the stream, and undo later changes
      if (!response.writableEnded) (ServerResponse.prototype.end as () => void).call(response);
    },
  };
}
