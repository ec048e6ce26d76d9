import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { ApiCaller } from './api-caller.ts';
import { createMcpServer } from './server.ts';

/** Serves one client over standard input and output. @returns when the client has gone */
export async function serveStdio(api: ApiCaller): Promise<void> {
  const server = createMcpServer(api);
  const gone = new Promise<void>((resolve) => {
    server.onclose = resolve;
    process.stdin.once('end', resolve);
    process.stdin.once('close', resolve);
  });
  server.onerror = (error) => process.stderr.write(`${error.message}\n`);
  await server.connect(new StdioServerTransport());
  await gone;
  await server.close();
}
