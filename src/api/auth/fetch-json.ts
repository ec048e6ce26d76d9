/** Documents of issuers are a few kilobytes; more is a mistake or an attack. Unit: bytes. */
const MAX_BYTES = 262_144;

/** Gets a JSON document. Rejects with a readable reason: status, time, size, or form. */
export async function fetchJson(url: URL, timeoutMs: number): Promise<unknown> {
  const response = await ask(url, timeoutMs);
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`${url.origin}${url.pathname} answered ${response.status}`);
  }
  const text = await readText(response, url);
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${url.origin}${url.pathname} is not JSON`);
  }
}

/** A redirect could lead to an address without https, so none is followed. */
async function ask(url: URL, timeoutMs: number): Promise<Response> {
  const headers = { Accept: 'application/json' };
  try {
    return await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const code = (cause as NodeJS.ErrnoException).code;
    const why = cause instanceof Error && cause.name === 'TimeoutError' ? `no answer within ${timeoutMs} ms` : code;
    throw new Error(`${url.origin} is not reachable (${why ?? 'the connection failed'})`, { cause });
  }
}

async function readText(response: Response, url: URL): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error(`${url.origin}${url.pathname} is larger than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
