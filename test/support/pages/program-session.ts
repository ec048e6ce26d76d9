import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../../src/platform/version.ts';
import { commandLine } from '../command-line.ts';
import { freePort } from '../redis.ts';
import { commandBlocks, filesOf } from './page-blocks.ts';
import { openPageSession } from './page-session.ts';

/** A page whose commands start replicas themselves, as programs that can be killed. */
export interface ProgramSession {
  /** number of blocks that are run */
  readonly blockCount: number;
  /** Runs all blocks, and returns the fault of the first one whose output differs from the page. */
  run(): Promise<string | undefined>;
  close(): Promise<void>;
}

export interface ProgramSessionOptions {
  /** paths of pages whose files the page takes for granted, and of the page, which comes last */
  readonly pages: readonly string[];
  /** port numbers of the page; each is replaced by a free one */
  readonly ports: readonly number[];
  readonly env: Readonly<Record<string, string>>;
}

/** Opens one in a fresh folder. */
export async function openProgramSession({ pages, ports, env }: ProgramSessionOptions): Promise<ProgramSession> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-programs-'));
  await chmod(folder, 0o755); // the embedded Postgres of root runs as another user
  const programs = join(folder, 'programs');
  await mkdir(programs);
  // its own program: its number is that of the replica, which a page may kill
  const words = [process.execPath, ...commandLine()].map((word) => `'${word}'`).join(' ');
  await writeFile(join(programs, 'sluice'), `#!/bin/sh\nexec ${words} "$@"\n`);
  await chmod(join(programs, 'sluice'), 0o755);
  const texts = await Promise.all(pages.map((path) => readFile(join(packageRoot, path), 'utf8')));
  for (const file of texts.flatMap(filesOf)) await writeFile(join(folder, file.name), file.text);
  const free = new Map<number, number>();
  for (const port of ports) free.set(port, await freePort());
  const url = `http://127.0.0.1:${free.get(8080)}`;
  const own = { HOST: '127.0.0.1', PORT: String(free.get(8080)), UI_PORT: '0', NODE_ENV: 'production', ...env };
  const session = await openPageSession({ folder, url, env: own, programs, ports: free });
  const blocks = commandBlocks(texts.at(-1) ?? '').filter(({ notRun }) => notRun === undefined);
  return {
    blockCount: blocks.length,
    async run() {
      for (const block of blocks) {
        const fault = await session.check(block);
        if (fault !== undefined) return `line ${block.line}: ${fault}`;
      }
      return undefined;
    },
    async close() {
      await session.end('jobs -p | xargs -r kill -9 2>/dev/null');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
