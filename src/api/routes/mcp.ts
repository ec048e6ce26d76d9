import { type Answer, jsonAnswer } from '../../platform/answer.ts';
import { commonAnswers } from '../common-answers.ts';
import { BODY_LIMIT, type Endpoint, type WriteRequest } from '../endpoint.ts';
import type { InnerCaller } from '../inner-call.ts';
import type { McpPorts } from '../ports.ts';

/** Where assistants connect. */
export const MCP_PATH = '/mcp';
const METADATA_PATH = '/.well-known/oauth-protected-resource/mcp';
/** Headers that the transport reads. */
const TRANSPORT_HEADERS = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-session-id', 'last-event-id'] as const;

/** /mcp: the Model Context Protocol over HTTP (docs/contributing/spec/mcp.md). Its tools call the other endpoints, each with its own checks. */
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

/** URL of the metadata that name the token issuer of /mcp; undefined: no metadata (docs/contributing/spec/mcp.md#tokens). */
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

/** Loads the protocol with the first client, to save memory in other processes. */
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
