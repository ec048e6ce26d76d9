import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { Answer } from '../platform/answer.ts';
import type { ApiCaller } from './api-caller.ts';
import { createMcpServer } from './server.ts';

/** One message of a client over HTTP. */
export interface McpPost {
  /** headers that the transport reads */
  readonly headers: Readonly<Record<string, string>>;
  /** the body, read */
  readonly message: Readonly<Record<string, unknown>>;
}

/** The transport wants one; nothing is done with it. */
const NOWHERE = 'http://localhost/mcp';

/** Answers one message (Streamable HTTP without sessions: each request has a server of its own, so there is nothing to take over). */
export async function answerMcpPost(api: ApiCaller, { headers, message }: McpPost): Promise<Answer> {
  const server = createMcpServer(api);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  try {
    // the types of the SDK disagree about optional undefined members
    await server.connect(transport as unknown as Parameters<typeof server.connect>[0]);
    const response = await transport.handleRequest(new Request(NOWHERE, { method: 'POST', headers }), { parsedBody: message });
    const contentType = response.headers.get('content-type');
    return { status: response.status, body: await response.text(), ...(contentType !== null && { contentType }) };
  } finally {
    await server.close();
  }
}
