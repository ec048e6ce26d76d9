import { startService, type TestService } from '../service.ts';
import { connectHttp, type McpTestClient } from './mcp-client.ts';

/** A service with assistants switched on, and a client of it. */
export interface McpInUse {
  service: TestService;
  mcp: McpTestClient;
}

/** Starts both before the tests of a suite, and ends them afterwards. */
export function useMcp(): McpInUse {
  const used = {} as McpInUse;
  before(async () => {
    used.service = await startService({ env: { 'Mcp:Enabled': 'true' } });
    used.mcp = await connectHttp(used.service.url);
  });
  after(async () => {
    await used.mcp?.close();
    await used.service?.stop();
  });
  return used;
}
