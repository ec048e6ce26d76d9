import { get as httpGet, type IncomingMessage } from 'node:http';

/** A stream of server-sent events, as a tab reads it. */
export interface ReadStream {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** events so far: name and data */
  readonly events: readonly (readonly [string, unknown])[];
  /** the server has ended it in order */
  readonly hasEnded: () => boolean;
  close(): void;
}

/** Opens the stream of changes; rejects when there is no answer. */
export function openStream(url: string, headers: Readonly<Record<string, string>> = {}): Promise<ReadStream> {
  return new Promise((resolve, reject) => {
    const request = httpGet(url, { headers: { Accept: 'text/event-stream', ...headers } }, (response) => {
      const events: (readonly [string, unknown])[] = [];
      let text = '';
      let hasEnded = false;
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
        const blocks = text.split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) {
          const name = /^event: (.*)$/m.exec(block)?.[1];
          if (name !== undefined) events.push([name, JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? 'null')]);
        }
      });
      response.on('end', () => {
        hasEnded = true;
      });
      response.on('error', () => {});
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        events,
        hasEnded: () => hasEnded,
        close: () => request.destroy(),
      });
    });
    request.on('error', reject);
  });
}
