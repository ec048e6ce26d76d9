import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { type ApiCall, type ApiReply, targetOf } from '../mcp/api-caller.ts';

/** Inside this process, for the sender of `carrier`. Never rejects. */
export type InnerCaller = (carrier: IncomingMessage, call: ApiCall) => Promise<ApiReply>;

/** Limit of an answer. A model has at most 10 MB. */
const MOST_BYTES = 16_777_216;
/** Copied from the received request: they identify caller, address and trace. */
const CARRIED = ['authorization', 'x-forwarded-for', 'x-forwarded-proto', 'traceparent', 'tracestate'] as const;
const HEAD_END = '\r\n\r\n';

/**
 * Runs an endpoint as if the sender of `carrier` had sent the request over the network: with its rate limits, token, permissions, audit and checks
 * (ADR 0084). Ends if that client disconnects.
 */
export function runInside(listener: RequestListener, carrier: IncomingMessage, call: ApiCall): Promise<ApiReply> {
  return new Promise((resolve) => {
    const line = new InnerConnection(carrier.socket);
    const request = requestOf(line, carrier, call);
    const response = new ServerResponse(request);
    const left = () => line.destroy();
    carrier.socket.once('close', left);
    const end = (reply: ApiReply) => {
      carrier.socket.off('close', left);
      resolve(reply);
    };
    response.assignSocket(line as unknown as Socket);
    response.once('finish', () => end(replyOf(response, line)));
    line.once('close', () => end({ status: 0, text: line.isFull ? 'its answer is too large' : 'its answer broke off' }));
    listener(request, response);
  });
}

/** Keeps all written bytes. Limited size, so no back-pressure. */
class InnerConnection extends Duplex {
  readonly remoteAddress: string | undefined;
  readonly #parts: Buffer[] = [];
  #length = 0;
  isFull = false;

  constructor(peer: Socket) {
    super({ writableHighWaterMark: 4 * MOST_BYTES, emitClose: true });
    this.remoteAddress = peer.remoteAddress;
    // Express detects TLS by this member
    if ('encrypted' in peer) Object.defineProperty(this, 'encrypted', { value: true });
  }

  get written(): string {
    return Buffer.concat(this.#parts, this.#length).toString('utf8');
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#length += chunk.length;
    if (this.#length > MOST_BYTES) {
      this.isFull = true;
      this.#parts.length = 0;
      this.destroy();
    } else this.#parts.push(chunk);
    done();
  }
}

/** HTTP/1.0: the response has no chunks and ends with the connection. */
function requestOf(line: InnerConnection, carrier: IncomingMessage, call: ApiCall): IncomingMessage {
  const request = new IncomingMessage(line as unknown as Socket);
  const body = call.body === undefined ? undefined : Buffer.from(JSON.stringify(call.body));
  request.method = call.method;
  request.url = targetOf(call);
  request.httpVersion = '1.0';
  request.httpVersionMajor = 1;
  request.httpVersionMinor = 0;
  for (const name of CARRIED) {
    const value = carrier.headers[name];
    if (value !== undefined) request.headers[name] = String(value);
  }
  if (call.idempotencyKey !== undefined) request.headers['idempotency-key'] = call.idempotencyKey;
  if (body !== undefined) {
    request.headers['content-type'] = 'application/json';
    request.headers['content-length'] = String(body.length);
    request.push(body);
  }
  request.push(null);
  request.complete = true;
  return request;
}

function replyOf(response: ServerResponse, { written }: InnerConnection): ApiReply {
  const at = written.indexOf(HEAD_END);
  const head = written.slice(0, at);
  const idempotencyKey = /^idempotency-key: (.*)$/im.exec(head)?.[1]?.trim();
  const code = /^service-error-code: (.*)$/im.exec(head)?.[1]?.trim();
  return { status: response.statusCode, text: written.slice(at + HEAD_END.length), code, idempotencyKey };
}
