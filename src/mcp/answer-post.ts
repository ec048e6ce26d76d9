import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { type Answer, errorCodeHeader } from '../platform/answer.ts';
import type { ErrorCode } from '../platform/error-codes.ts';
import type { ApiCaller } from './api-caller.ts';
import { createMcpServer } from './server.ts';

export interface McpPost {
  /** read by the transport */
  readonly headers: Readonly<Record<string, string>>;
  /** parsed body */
  readonly message: Readonly<Record<string, unknown>>;
}

/** Required by the transport, but unused. */
const NOWHERE = 'http://localhost/mcp';

/** Error codes by status of the transport. */
const CODES: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid-mcp-request',
  406: 'not-acceptable',
  415: 'unsupported-media-type',
};

/** Streamable HTTP without sessions: a server per request. */
export async function answerMcpPost(api: ApiCaller, { headers, message }: McpPost): Promise<Answer> {
  const server = createMcpServer(api);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  try {
    // the types of the SDK disagree about optional undefined members
    await server.connect(transport as unknown as Parameters<typeof server.connect>[0]);
    const response = await transport.handleRequest(new Request(NOWHERE, { method: 'POST', headers }), { parsedBody: message });
    const contentType = response.headers.get('content-type');
    const code = CODES[response.status];
    const body = await response.text();
    return {
      status: response.status,
      body,
      ...(contentType !== null && { contentType }),
      ...(code !== undefined && { headers: errorCodeHeader(code) }),
    };
  } finally {
    await server.close();
  }
}
