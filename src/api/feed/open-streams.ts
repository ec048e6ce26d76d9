import type { IncomingMessage } from 'node:http';

/** Counts the streams that are open, by client. */
export class OpenStreams {
  readonly #byClient = new Map<string, number>();
  #count = 0;
  readonly #most: number;
  readonly #mostOfClient: number;

  constructor(most: number, mostOfClient: number) {
    this.#most = most;
    this.#mostOfClient = mostOfClient;
  }

  get count(): number {
    return this.#count;
  }

  /** Counts one more until its connection closes; false: there are too many. */
  admit(client: string, { socket }: Pick<IncomingMessage, 'socket'>): boolean {
    const ofClient = this.#byClient.get(client) ?? 0;
    if (this.#count >= this.#most || ofClient >= this.#mostOfClient || socket.destroyed) return false;
    this.#count += 1;
    this.#byClient.set(client, ofClient + 1);
    socket.once('close', () => {
      this.#count -= 1;
      const left = (this.#byClient.get(client) ?? 1) - 1;
      if (left === 0) this.#byClient.delete(client);
      else this.#byClient.set(client, left);
    });
    return true;
  }
}
