import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../../src/db/embedded/start.ts';
import { openPool } from '../../../../src/db/pool.ts';
import { silentLog } from '../../../../src/platform/log.ts';

const HOLDER = fileURLToPath(new URL('./holder.ts', import.meta.url));

/** One data folder, and who uses it: this process, or another one that holds it. */
export class FolderUnderTest {
  readonly #root: string;
  readonly dataDir: string;
  running: EmbeddedPostgres | undefined;
  holder: ChildProcess | undefined;

  private constructor(root: string) {
    this.#root = root;
    this.dataDir = join(root, 'data');
  }

  static async open(): Promise<FolderUnderTest> {
    const root = await mkdtemp(join(tmpdir(), 'sluice-embedded-'));
    await chmod(root, 0o755);
    return new FolderUnderTest(root);
  }

  async close(): Promise<void> {
    this.holder?.kill('SIGKILL');
    // Whatever a test left running is adopted, then stopped.
    this.running ??= await startEmbeddedPostgres({ dataDir: this.dataDir, log: silentLog });
    await this.running.stop();
    await rm(this.#root, { recursive: true, force: true });
  }

  async start(): Promise<EmbeddedPostgres> {
    this.running = await startEmbeddedPostgres({ dataDir: this.dataDir, log: silentLog });
    return this.running;
  }

  async startHolder(): Promise<{ port: number; adopted: boolean; firstStart: boolean }> {
    const holder = spawn(process.execPath, ['--import', 'tsx', HOLDER, this.dataDir], { stdio: ['pipe', 'pipe', 'ignore'] });
    this.holder = holder;
    const refused = once(holder, 'exit').then(() => {
      throw new Error('the holder ended');
    });
    const [line] = await Promise.race([once(createInterface({ input: holder.stdout }), 'line'), refused]);
    refused.catch(() => {});
    return JSON.parse(String(line));
  }

  async killHolder(): Promise<void> {
    const exited = once(this.holder!, 'exit');
    this.holder?.kill('SIGKILL');
    await exited;
  }

  async postmasterPid(): Promise<number> {
    return Number((await readFile(join(this.dataDir, 'pg', 'postmaster.pid'), 'utf8')).split('\n')[0]);
  }
}

export async function queryOnce(url: string, text: string): Promise<unknown[]> {
  const pool = openPool(url, { max: 1, applicationName: 'embedded test' });
  try {
    return (await pool.query(text)).rows;
  } finally {
    await pool.end();
  }
}
