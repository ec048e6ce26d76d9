import { visibleText } from '../../platform/log-text.ts';
import { ApiRefusal } from '../api-client.ts';
import { print, printJson } from '../output/print.ts';
import type { CancelCall } from './declarations.ts';

/** `sluice cancel`: ends running instances (docs/contributing/spec/http/instances.md#cancel-an-instance). @returns whether none was refused */
export async function runCancel({ operands, options: { reason }, isJson, openApi }: CancelCall): Promise<boolean> {
  const client = openApi();
  const results: { readonly instanceId: string; readonly refusal: string | null }[] = [];
  for (const instanceId of operands) {
    const refusal = await client
      .post(`/Instances/${encodeURIComponent(instanceId)}/cancel`, reason === undefined ? {} : { reason })
      .then(() => null)
      .catch((error: Error) => {
        // a missing answer or an authentication error would repeat for all others
        if (!(error instanceof ApiRefusal) || ![400, 404, 409, 422].includes(error.status)) throw error;
        return error.message;
      });
    results.push({ instanceId, refusal });
    if (!isJson) print(`${visibleText(instanceId)}  ${refusal === null ? 'cancelled' : visibleText(refusal)}`);
  }
  if (isJson) printJson(results);
  return results.every(({ refusal }) => refusal === null);
}
