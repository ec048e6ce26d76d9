/** Pauses between attempts. */
const PAUSES_MS = [400, 1200];

/** The service is unreachable, the sign-in has expired, or a newer version has replaced the part. */
export class PartMissing extends Error {
  override readonly name = 'PartMissing';
}

/** Loads a part in at most three attempts. Rejects with {@link PartMissing}. */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  for (const pauseMs of PAUSES_MS) {
    const part = await load().catch(() => undefined);
    if (part !== undefined) return part;
    await new Promise((done) => setTimeout(done, pauseMs));
  }
  return load().catch((cause: unknown) => {
    throw new PartMissing('A part of the pages could not be loaded.', { cause });
  });
}
