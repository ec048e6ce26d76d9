import { readFileSync } from 'node:fs';
import { processEnvironment } from '../../platform/config.ts';
import { type ApiClient, openClient } from '../api-client.ts';
import type { TypedCall } from '../check-call.ts';
import { WrongArguments } from '../wrong-arguments.ts';

const DEFAULT_URL = 'http://localhost:8080';

/** A client of the API that options name, else the environment. Throws {@link WrongArguments}. */
export function clientOf(globals: TypedCall['globals']): ApiClient {
  const { SLUICE_URL, SLUICE_TOKEN } = processEnvironment();
  const { url, token, 'token-file': file } = globals as { readonly [K in keyof TypedCall['globals']]?: string };
  if (token !== undefined && file !== undefined) throw new WrongArguments('give --token or --token-file, not both');
  return openClient(
    url ?? (SLUICE_URL || DEFAULT_URL),
    token ?? (file === undefined ? SLUICE_TOKEN || undefined : tokenIn(file)),
  );
}

function tokenIn(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8').trim();
  } catch (error) {
    throw new WrongArguments(`--token-file: ${(error as Error).message}`);
  }
}
