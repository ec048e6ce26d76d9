/** Prefix of each message between the service and a sandbox process. */
export const LENGTH_BYTES = 4;

/** Adds the length prefix. */
export function framed(body: Buffer): Buffer {
  const frame = Buffer.allocUnsafe(LENGTH_BYTES + body.length);
  frame.writeUInt32LE(body.length);
  body.copy(frame, LENGTH_BYTES);
  return frame;
}

/** Splits the bytes of a pipe into messages. */
export class FrameReader {
  readonly #onFrame: (body: Buffer) => void;
  #chunks: Buffer[] = [];
  #length = 0;

  constructor(onFrame: (body: Buffer) => void) {
    this.#onFrame = onFrame;
  }

  add(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    for (let wanted = this.#wanted(); this.#length >= wanted; wanted = this.#wanted()) {
      const bytes = this.#joined();
      this.#chunks = [bytes.subarray(wanted)];
      this.#length -= wanted;
      this.#onFrame(bytes.subarray(LENGTH_BYTES, wanted));
    }
  }

  /** Length of the next message with its prefix; infinite if unknown. */
  #wanted(): number {
    if (this.#length < LENGTH_BYTES) return Number.POSITIVE_INFINITY;
    if ((this.#chunks[0] as Buffer).length < LENGTH_BYTES) this.#joined();
    return LENGTH_BYTES + (this.#chunks[0] as Buffer).readUInt32LE();
  }

  #joined(): Buffer {
    const bytes = this.#chunks.length === 1 ? (this.#chunks[0] as Buffer) : Buffer.concat(this.#chunks);
    this.#chunks = [bytes];
    return bytes;
  }
}
