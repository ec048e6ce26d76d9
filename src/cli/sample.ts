import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openPool } from '../db/pool.ts';
import type { Logger } from '../platform/log.ts';
import { errorMessage } from '../platform/redact.ts';
import { packageRoot } from '../platform/version.ts';

/** The sample process, inside the package. */
export const SAMPLE_FILE = 'examples/hello.bpmn';
export const SAMPLE_KEY = 'hello';

/**
 * Deploys the sample through the ordinary API when nothing was ever deployed; resolves to whether the sample is there.
 * A failure is logged and does not end the start: the service works without it.
 */
export async function deploySample(databaseUrl: string, apiUrl: string, log: Logger): Promise<boolean> {
  try {
    const known = await deployedKeys(databaseUrl);
    if (known.length > 0) return known.includes(SAMPLE_KEY);
    const bpmnXml = await readFile(join(packageRoot, SAMPLE_FILE), 'utf8');
    const answer = await fetch(`${apiUrl}/Definitions/deploy`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ BpmnXml: bpmnXml }),
    });
    if (!answer.ok) throw new Error(`the API answered ${answer.status}: ${await answer.text()}`);
    return true;
  } catch (error) {
    log.event('unexpected-error', {
      Operation: 'sample',
      Endpoint: 'Definitions/deploy',
      ErrorMessage: errorMessage(error),
      Stack: '-',
    });
    return false;
  }
}

/** At most two keys, the sample's first: enough to know whether anything is there. */
async function deployedKeys(databaseUrl: string): Promise<readonly string[]> {
  const pool = openPool(databaseUrl, { max: 1, applicationName: 'sluice start' });
  try {
    const result = await pool.query<{ key: string }>('select key from process order by key = $1 desc limit 2', [SAMPLE_KEY]);
    return result.rows.map((row) => row.key);
  } finally {
    await pool.end();
  }
}
