import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CAMUNDA_7_OPERATIONS } from '../../../src/api/camunda-7/endpoints.ts';
import { packageRoot } from '../../../src/platform/version.ts';
import { tableText } from './table-text.ts';

/** The page whose table of operations is made from the records. */
export const CAMUNDA_7_PAGE = 'docs/how-to/move-from-camunda-7.md';
const TABLE = /(<!-- operations -->\n)[\s\S]*(<!-- \/operations -->)/;

/** The page with its table of operations. */
export function camunda7Page(): string {
  const rows = CAMUNDA_7_OPERATIONS.map(({ method, pattern, permission, summary }) => [
    `\`${method} ${pattern}\``,
    permission === 'nothing' ? 'any token' : `\`${permission}\``,
    summary === '' ? '–' : summary,
  ]);
  const table = tableText(['Operation', 'Permission', 'Differences'], rows);
  return readFileSync(join(packageRoot, CAMUNDA_7_PAGE), 'utf8').replace(TABLE, `$1\n${table}\n\n$2`);
}
