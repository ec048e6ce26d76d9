import { z } from 'zod';
import { type Answer, jsonAnswer } from '../../../platform/answer.ts';
import { commonAnswers } from '../../common-answers.ts';
import { type Endpoint, writeEndpoint } from '../../endpoint.ts';
import type { ApiRequest } from '../../exchange.ts';
import type { ApiPorts, McpPorts } from '../../ports.ts';
import type { ApiServices } from '../../services.ts';

/** Path for AI assistants. */
export const MCP_PATH = '/mcp';
const METADATA_PATH = '/.well-known/oauth-protected-resource/mcp';

/** Read by the MCP transport. */
const TRANSPORT_HEADERS = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-session-id', 'last-event-id'] as const;
const MCP = { isServed: ({ mcp }: ApiPorts) => mcp !== undefined, isUndocumented: true, tag: 'Service' } as const;

/** See docs/contributing/spec/mcp.md. Tools call the other endpoints, each with its own checks. */
export const mcpEndpoints: readonly Endpoint[] = [
  writeEndpoint({
    ...MCP,
    method: 'POST',
    pattern: MCP_PATH,
    // every role has this; each tool checks its permission
    permission: 'see-tasks',
    keepsKeys: true,
    rateLimit: 'Polling',
    audit: 'none',
    id: 'mcp',
    summary: 'Send a message of the protocol',
    body: z.looseObject({}),
    examples: {},
    answer: z.looseObject({}),
    refusesOtherOrigins: true,
    handle: answerMessage,
  }),
  {
    ...MCP,
    method: 'GET',
    pattern: METADATA_PATH,
    permission: 'nothing',
    id: 'mcpMetadata',
    summary: 'Read who issues tokens for the protocol',
    answer: z.looseObject({}),
    handle({ path }, { mcp }) {
      const metadata = mcp && metadataOf(mcp);
      return metadata === undefined ? commonAnswers.noEndpoint(path) : jsonAnswer(metadata);
    },
  },
];

/** URL of the metadata with the token issuer of /mcp. Undefined: public URL or issuer is not configured (docs/contributing/spec/mcp.md#tokens). */
export function metadataUrlOf({ publicUrl, authority }: McpPorts): string | undefined {
  return publicUrl === undefined || authority === undefined ? undefined : `${baseOf(publicUrl)}${METADATA_PATH}`;
}

/** RFC 9728, 2. Undefined: public URL or issuer is not configured. */
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

/** Loads the protocol with the first message, to save memory without MCP clients. */
async function answerMessage({ body, message }: ApiRequest, { inside }: ApiServices): Promise<Answer> {
  const { answerMcpPost } = await import('../../../mcp/answer-post.ts');
  const headers: Record<string, string> = {};
  for (const name of TRANSPORT_HEADERS) {
    const value = message.headers[name];
    if (typeof value === 'string') headers[name] = value;
  }
  return answerMcpPost((call) => inside(message, call), { headers, message: body.members });
}
