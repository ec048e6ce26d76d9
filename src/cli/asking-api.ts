import { processEnvironment } from '../platform/config.ts';
import { visibleText } from '../platform/log-text.ts';
import { type ApiClient, ApiRefusal, openClient } from './api-client.ts';
import { WrongArguments } from './wrong-arguments.ts';

const DEFAULT_URL = 'http://localhost:8080';

/** What the options of every verb that asks the API may say. */
interface AskedApi {
  readonly options: { readonly url?: string | undefined };
}

/**
 * Carries a verb out over the API. Ends with 1 when the API refuses or not everything could be done, with 2 and the usage on wrong arguments.
 * @param carryOut says whether everything is as it was wanted
 */
export async function askingApi<R extends AskedApi>(
  usage: string,
  read: () => R,
  carryOut: (client: ApiClient, request: R) => Promise<boolean>,
): Promise<void> {
  try {
    const request = read();
    if (!(await carryOut(clientOf(request.options.url), request))) process.exitCode = 1;
  } catch (error) {
    if (error instanceof WrongArguments) {
      process.stderr.write(`${error.message}\n\n${usage}`);
      process.exitCode = 2;
    } else if (error instanceof ApiRefusal) {
      process.stderr.write(`${visibleText(error.message)}\n`);
      process.exitCode = 1;
    } else throw error;
  }
}

/** @param url what --url says, in place of SLUICE_URL */
export function clientOf(url: string | undefined): ApiClient {
  const { SLUICE_URL, SLUICE_TOKEN } = processEnvironment();
  return openClient(url ?? (SLUICE_URL || DEFAULT_URL), SLUICE_TOKEN || undefined);
}
