import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';

/** Answer of a tool. */
export interface ToolReply {
  readonly isError: boolean;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into by name
  readonly structured: any;
}

/** A client of the protocol that is connected. */
export interface McpTestClient {
  readonly client: Client;
  call(name: string, given?: object): Promise<ToolReply>;
  /** all tools, of all pages */
  toolNames(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Connects with the client of the SDK. `headers`: may change from call to call. */
export async function connectHttp(url: string, headers: () => Record<string, string> = () => ({})): Promise<McpTestClient> {
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
    fetch: (target, init) =>
      fetch(target, { ...init, headers: { ...Object.fromEntries(new Headers(init?.headers)), ...headers() } }),
  });
  return connect(transport as Transport);
}

/** Connects over any transport. */
export async function connect(transport: Transport): Promise<McpTestClient> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  return {
    client,
    async call(name, given = {}) {
      const { isError, content, structuredContent } = await client.callTool({ name, arguments: { ...given } });
      const [first] = content as { text: string }[];
      return { isError: isError === true, text: first?.text ?? '', structured: structuredContent };
    },
    async toolNames() {
      const names: string[] = [];
      for (let cursor: string | undefined; ; ) {
        const page = await client.listTools(cursor === undefined ? {} : { cursor });
        names.push(...page.tools.map(({ name }) => name));
        cursor = page.nextCursor;
        if (cursor === undefined) return names;
      }
    },
    close: () => client.close(),
  };
}
