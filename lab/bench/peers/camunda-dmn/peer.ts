import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const TARGET = join(tmpdir(), 'sluice-peer-camunda-dmn');

export interface PeerTable {
  /** DMN file with one decision */
  readonly file: string;
  readonly id: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** value of the rule that must match */
  readonly expected: string;
  readonly seconds: number;
}

/** Evaluations per second of processor time by the decision engine of Camunda 7, in process. @returns the reason if it cannot be measured here */
export async function camundaRate({ file, id, variables, expected, seconds }: PeerTable): Promise<number | { missing: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-peer-table-'));
  try {
    await built();
    const path = join(folder, 'table.dmn');
    await writeFile(path, withIds(file));
    const values = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
    const program = ['-Xmx512m', '-cp', `${join(TARGET, 'classes')}:${join(TARGET, 'lib/*')}`, 'bench.Peer'];
    // as long to compile its code as to measure
    const { stdout } = await run('java', [...program, path, id, String(seconds), String(seconds), ...values]);
    const [value, rate] = stdout.trim().split('\n');
    if (Number(value) !== Number(expected)) throw new Error(`not the rule that matches: ${value}`);
    return Number(rate);
  } catch (error) {
    const { code, path = '', message } = error as NodeJS.ErrnoException;
    return { missing: code === 'ENOENT' && path !== '' ? `${path} is not installed` : message.slice(0, 300) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Builds it once, outside of the checkout. */
async function built(): Promise<void> {
  if (existsSync(join(TARGET, 'lib'))) return;
  await run('mvn', ['-q', '-B', `-Dpeer.target=${TARGET}`, 'package'], { cwd: import.meta.dirname, maxBuffer: 16_777_216 });
}

/** Adds the ids that Camunda requires of each part of a table. */
function withIds(file: string): string {
  let count = 0;
  return file.replaceAll(/<(?:input|output|rule|inputEntry|outputEntry)(?=[ >])/g, (tag) => {
    count += 1;
    return `${tag} id="part${count}"`;
  });
}
