import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FeedLine } from './feed-line.ts';

/** A message as it was received. */
export interface ReceivedMessage {
  readonly id: string;
  readonly isSigned: boolean;
  readonly contentType: string;
  readonly signatures: readonly string[];
  /** the event, whatever format it came in */
  readonly event: FeedLine;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Handles a message; `status` answers it. */
export type Reaction = number | ((message: ReceivedMessage, response: ServerResponse) => void);

/** A receiver of webhooks that keeps what it gets. */
export interface WebhookReceiver {
  readonly url: string;
  readonly port: number;
  /** messages that were answered with 2xx, in the order of their arrival */
  readonly taken: ReceivedMessage[];
  /** all of them, refused ones too */
  readonly seen: ReceivedMessage[];
  /** reaction to a message; by default all are accepted */
  react: (message: ReceivedMessage) => Reaction;
  close(): Promise<void>;
}

export const WEBHOOK_SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

export async function startReceiver(host = '127.0.0.1'): Promise<WebhookReceiver> {
  const taken: ReceivedMessage[] = [];
  const seen: ReceivedMessage[] = [];
  const server = createServer((request, response) => {
    void read(request).then((message) => {
      seen.push(message);
      const reaction = receiver.react(message);
      if (typeof reaction === 'function') return reaction(message, response);
      if (reaction < 300) taken.push(message);
      response.writeHead(reaction).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: WebhookReceiver = {
    url: `http://${host}:${port}/hook`,
    port,
    taken,
    seen,
    react: () => 204,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}

async function read(request: IncomingMessage): Promise<ReceivedMessage> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString();
  const header = (name: string) => String(request.headers[name] ?? '');
  const id = header('webhook-id');
  const signed = `${id}.${header('webhook-timestamp')}.${text}`;
  const key = Buffer.from(WEBHOOK_SECRET.slice('whsec_'.length), 'base64');
  const signatures = header('webhook-signature').split(' ');
  const body = JSON.parse(text);
  return {
    id,
    isSigned: signatures.includes(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`),
    contentType: header('content-type'),
    signatures,
    event: body.specversion === undefined ? body : body.data,
    body,
  };
}

/** Errors in messages of which each instance should have all, in order, the first time that each arrives. */
export function faultsOfMessages(messages: readonly ReceivedMessage[]): readonly string[] {
  const faults: string[] = [];
  const ids = new Set<string>();
  const last = new Map<string, number>();
  for (const { id, isSigned, event } of messages) {
    if (!isSigned) faults.push(`${id} is not signed`);
    if (ids.has(id) || event.sequence === null) continue;
    ids.add(id);
    const before = last.get(event.workflowInstanceId) ?? 0;
    if (event.sequence !== before + 1) faults.push(`${event.workflowInstanceId}: ${event.sequence} behind ${before}`);
    last.set(event.workflowInstanceId, event.sequence);
  }
  return faults;
}
