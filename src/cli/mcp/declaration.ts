import { type Call, declareVerb } from '../declaration.ts';

export type McpCall = Call<Record<never, never>>;

export const MCP = declareVerb({
  name: 'mcp',
  group: 'work',
  about: 'connect an AI assistant on this machine (MCP)',
  notes:
    'Serves the Model Context Protocol over standard input and output until the assistant disconnects. The API needs no setting for it.',
  asksApi: true,
  run: async (call) => (await import('./mcp.ts')).runMcp(call),
});
