import { type Call, declareVerb } from '../declaration.ts';

export type McpCall = Call<Record<never, never>>;

export const MCP = declareVerb({
  name: 'mcp',
  group: 'work',
  about: 'lets an assistant on this machine look at and operate instances (MCP)',
  notes:
    'Serves the Model Context Protocol over standard input and output, until the assistant has gone. The API needs no setting for it.',
  asksApi: true,
  run: async (call) => (await import('./mcp.ts')).runMcp(call),
});
