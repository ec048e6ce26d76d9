import { processEnvironment } from '../../platform/config.ts';
import { readOptions } from '../read-options.ts';
import { WrongArguments } from '../wrong-arguments.ts';
import { createHttpCaller } from './http-caller.ts';

const DEFAULT_URL = 'http://localhost:8080';
const OPTIONS = { url: { type: 'string' } } as const;
const USAGE = `Usage: sluice mcp [--url <url>]

Serves an assistant on this machine over standard input and output (Model Context Protocol).

  --url <url>   the API, in place of SLUICE_URL (http://localhost:8080)

A token is read from SLUICE_TOKEN.
`;

/** `sluice mcp`: ends when the assistant has gone, with 2 on wrong arguments. Standard output has messages of the protocol and nothing else. */
export async function runMcp(args: readonly string[]): Promise<void> {
  const { SLUICE_URL, SLUICE_TOKEN } = processEnvironment();
  try {
    const { values } = readOptions(args, { options: OPTIONS });
    const api = createHttpCaller(addressOf(values.url ?? (SLUICE_URL || DEFAULT_URL)), SLUICE_TOKEN || undefined);
    const { serveStdio } = await import('../../mcp/stdio.ts');
    await serveStdio(api);
  } catch (error) {
    if (!(error instanceof WrongArguments)) throw error;
    process.stderr.write(`${error.message}\n\n${USAGE}`);
    process.exitCode = 2;
  }
}

function addressOf(text: string): string {
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) return text;
  throw new WrongArguments('the address of the API does not begin with http:// or https://');
}
