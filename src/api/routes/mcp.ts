import { type Answer, jsonAnswer } from '../../platform/answer.ts';
import { BODY_LIMIT, type Endpoint, type WriteRequest } from '../endpoint.ts';
import { commonAnswers } from '../http-errors.ts';
import type { InnerCaller } from '../inner-call.ts';
import type { McpPorts } from '../ports.ts';

/** Where assistants connect. */
export const MCP_PATH = '/mcp';
const METADATA_PATH = '/.well-known/oauth-protected-resource/mcp';
/** What the transport looks at; everything else of a request is ours. */
const TRANSPORT_HEADERS = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-session-id', 'last-event-id'] as const;

/** /mcp: the Model Context Protocol over HTTP (docs/spec/mcp.md). Its tools carry out the other endpoints, each with its own checks. */
export function mcpRoutes(ports: McpPorts, inside: InnerCaller): readonly Endpoint[] {
  const metadata = metadataOf(ports);
  return [
    {
      method: 'POST',
      pattern: MCP_PATH,
      bodyUse: 'json',
      bodyLimit: BODY_LIMIT,
      refusesOtherOrigins: true,
      handle: (request) => answerMessage(request, inside),
    },
    {
      method: 'GET',
      pattern: METADATA_PATH,
      handle: ({ path }) => (metadata === undefined ? commonAnswers.noEndpoint(path) : jsonAnswer(metadata)),
    },
  ];
}

/** Where clients read who issues tokens for /mcp; undefined: they are not told (docs/spec/mcp.md#tokens). */
export function metadataUrlOf({ publicUrl, authority }: McpPorts): string | undefined {
  return publicUrl === undefined || authority === undefined ? undefined : `${baseOf(publicUrl)}${METADATA_PATH}`;
}

/** RFC 9728, 2. */
function metadataOf({ publicUrl, authority }: McpPorts): object | undefined {
  if (publicUrl === undefined || authority === undefined) return undefined;
  return {
    resource: `${baseOf(publicUrl)}${MCP_PATH}`,
    authorization_servers: [authority],
    bearer_methods_supported: ['header'],
    resource_name: 'Sluice',
  };
}

function baseOf(url: string): string {
  return url.replace(/\/+$/, '');
}

/** The protocol is loaded when the first client comes: nobody else pays for it. */
async function answerMessage({ body, carrier, path }: WriteRequest, inside: InnerCaller): Promise<Answer> {
  if (carrier === undefined) return commonAnswers.noEndpoint(path);
  const { answerMcpPost } = await import('../../mcp/answer-post.ts');
  const headers: Record<string, string> = {};
  for (const name of TRANSPORT_HEADERS) {
    const value = carrier.headers[name];
    if (typeof value === 'string') headers[name] = value;
  }
  return answerMcpPost((call) => inside(carrier, call), { headers, message: body.members });
}
