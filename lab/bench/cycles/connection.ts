import { connect, type Socket } from 'node:net';

/** The answer. */
export interface Answered {
  readonly status: number;
  readonly body: string;
  /** value of a header, by its name in lower case; undefined: it is not there */
  header(name: string): string | undefined;
}

/** One keep-alive connection with one request at a time. Raw sockets, because a full HTTP client would use more of the machine than the measured service. */
export class Connection {
  readonly #host: string;
  readonly #socket: Socket;
  #received = '';
  #answer: ((answered: Answered) => void) | undefined;
  #fail: ((error: Error) => void) | undefined;

  private constructor(host: string, socket: Socket) {
    this.#host = host;
    this.#socket = socket;
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => this.#take(text));
    socket.on('error', (error) => this.#fail?.(error));
    socket.on('close', () => this.#fail?.(new Error('the connection was closed')));
  }

  static open(url: string): Promise<Connection> {
    const { hostname, port, host } = new URL(url);
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname === 'localhost' ? '127.0.0.1' : hostname);
      socket.setNoDelay(true);
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        resolve(new Connection(host, socket));
      });
    });
  }

  /** @param headers further lines, each with its line end */
  send(method: string, path: string, body?: unknown, headers = ''): Promise<Answered> {
    const text = body === undefined ? '' : JSON.stringify(body);
    const content = body === undefined ? '' : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n`;
    return new Promise((resolve, reject) => {
      this.#answer = resolve;
      this.#fail = reject;
      this.#socket.write(`${method} ${path} HTTP/1.1\r\nHost: ${this.#host}\r\n${content}${headers}\r\n${text}`);
    });
  }

  close(): void {
    this.#fail = undefined;
    this.#socket.end();
  }

  #take(text: string): void {
    this.#received += text;
    const end = this.#received.indexOf('\r\n\r\n');
    if (end < 0) return;
    const head = this.#received.slice(0, end);
    const body = bodyOf(head, this.#received, end + 4);
    if (body === undefined) return;
    this.#received = '';
    const header = (name: string) => new RegExp(`\\r\\n${name}: ([^\\r]*)`, 'i').exec(head)?.[1];
    this.#answer?.({ status: Number(head.slice(9, 12)), body, header });
  }
}

const EMPTY = /^HTTP\/1\.1 (?:1\d\d|204|304)/;

/** The whole body; undefined while some of it is on its way. */
function bodyOf(head: string, received: string, from: number): string | undefined {
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length !== undefined) return received.length >= from + Number(length) ? received.slice(from) : undefined;
  if (!/\r\ntransfer-encoding: chunked/i.test(head)) return EMPTY.test(head) ? '' : undefined;
  let body = '';
  for (let at = from; ; ) {
    const line = received.indexOf('\r\n', at);
    if (line < 0) return undefined;
    const size = Number.parseInt(received.slice(at, line), 16);
    if (received.length < line + 2 + size + 2) return undefined;
    if (size === 0) return body;
    body += received.slice(line + 2, line + 2 + size);
    at = line + 2 + size + 2;
  }
}
