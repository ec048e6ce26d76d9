import type { McpCall } from './declaration.ts';
import { createHttpCaller } from './http-caller.ts';

/** `sluice mcp`: ends when the assistant has gone. Standard output has messages of the protocol and nothing else. */
export async function runMcp({ findApi }: McpCall): Promise<true> {
  const { url, token } = findApi();
  const api = createHttpCaller(url, token);
  const { serveStdio } = await import('../../mcp/stdio.ts');
  await serveStdio(api);
  return true;
}
