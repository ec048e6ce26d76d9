import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CAMUNDA_8_ENDPOINTS } from '../../../src/api/camunda-8/endpoints.ts';
import { packageRoot } from '../../../src/platform/version.ts';
import { tableText } from './table-text.ts';

/** The page whose table of operations is made from the records. */
export const CAMUNDA_8_PAGE = 'docs/how-to/move-from-camunda-8.md';
const TABLE = /(<!-- operations -->\n)[\s\S]*(<!-- \/operations -->)/;

/** The page with its table of operations. */
export function camunda8Page(): string {
  const rows = CAMUNDA_8_ENDPOINTS.map(({ method, pattern, permission, summary }) => [
    `\`${method} ${pattern}\``,
    permission === 'nothing' ? 'any token' : `\`${permission}\``,
    summary,
  ]);
  const table = tableText(['Operation', 'Permission', 'Answer and differences'], rows);
  return readFileSync(join(packageRoot, CAMUNDA_8_PAGE), 'utf8').replace(TABLE, `$1\n${table}\n\n$2`);
}
