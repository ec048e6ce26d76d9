import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withTimeout } from '../../../src/platform/retry.ts';
import { commandLine } from '../command-line.ts';
import type { PageBlock } from './page-blocks.ts';

/** A shell that runs the blocks of one page in order, with the tools of the pages. */
export interface PageSession {
  /** Errors of the block as a text for people; undefined if it does what the page describes. */
  check(block: PageBlock): Promise<string | undefined>;
  close(): Promise<void>;
  /** Runs a last command, also after failures, and closes. */
  end(command: string): Promise<void>;
}

export interface PageSessionOptions {
  /** where the commands run */
  readonly folder: string;
  /** address of the API that the pages call `localhost:8080` */
  readonly url: string;
  readonly env: Readonly<Record<string, string>>;
  /** a folder with the program `sluice` in it; absent: the command runs as `commandLine` has it */
  readonly programs?: string;
  /** ports of the page and those of the test; absent: only the address of the API differs */
  readonly ports?: ReadonlyMap<number, number>;
}

interface Ran {
  readonly output: string;
  readonly code: number;
  /** of the answers that curl got */
  readonly statuses: readonly number[];
}

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const LIMIT_MS = 120_000;

/** Opens one; every command of the tools finds the service under the addresses of the pages. */
export async function openPageSession({ folder, url, env, programs, ports }: PageSessionOptions): Promise<PageSession> {
  const known = new Map<string, string>();
  const statusFile = join(folder, '.statuses');
  const shell = spawn('bash', ['--noprofile', '--norc'], {
    cwd: folder,
    env: {
      PATH: [programs ?? [], process.env['PATH'] ?? []].flat().join(delimiter),
      HOME: folder,
      SLUICE_URL: url,
      PAGE_STATUSES: statusFile,
      ...env,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let said = '';
  let look = () => {};
  shell.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    look();
  });
  const ended = once(shell, 'exit').then(() => Promise.reject(new Error(`the shell has ended: ${said}`)));
  ended.catch(() => {});
  shell.stdin.write(`${tools(programs !== undefined)}exec 2>&1\n`);
  const addressed = (text: string) => {
    if (ports === undefined) return text.replaceAll(/(?:http:\/\/)?(?<![\w.])localhost:(?:8080|9464)/g, url);
    return text.replaceAll(/\b\d{4}\b/g, (number) => String(ports.get(Number(number)) ?? number));
  };

  async function run({ commands, shown }: PageBlock): Promise<Ran> {
    const here = [...known].reduce((text, [page, real]) => text.replaceAll(page, real), commands);
    const file = join(folder, '.block.sh');
    await writeFile(file, addressed(here));
    await rm(statusFile, { force: true });
    const end = `--- end ${crypto.randomUUID()}`;
    said = '';
    shell.stdin.write(
      `export PAGE_SHOWS_OUTPUT=${shown !== undefined}\n. ./.block.sh < /dev/null; printf '\\n%s %s\\n' '${end}' $?\n`,
    );
    const isOver = new Promise<void>((resolve) => {
      look = () => {
        if (said.endsWith('\n') && said.includes(`\n${end} `)) resolve();
      };
    });
    await withTimeout(Promise.race([isOver, ended]), LIMIT_MS, `the end of: ${here}`);
    const [output = '', code = ''] = said.split(`\n${end} `);
    const statuses = await readFile(statusFile, 'utf8').catch(() => '');
    return { output, code: Number(code), statuses: statuses.split('\n').flatMap((line) => (line === '' ? [] : Number(line))) };
  }

  async function close(): Promise<void> {
    shell.stdin.end();
    if (shell.exitCode === null) await once(shell, 'exit');
  }
  return {
    async check(block) {
      const ran = await run(block);
      const output = ran.output.replaceAll(url, 'http://localhost:8080');
      if (block.shown === undefined) {
        const isGood = ran.code === 0 && ran.statuses.every((status) => status < 400);
        return isGood ? undefined : `ended with ${ran.code} and ${ran.statuses.join(', ')}:\n${output}`;
      }
      const [page, real] = [block.shown.match(ID) ?? [], output.match(ID) ?? []];
      for (const [index, id] of page.entries()) if (!known.has(id) && real[index] !== undefined) known.set(id, real[index]);
      return isAsShown(output, block.shown)
        ? undefined
        : `the page shows\n${evened(block.shown)}\nand this came\n${evened(output)}`;
    },
    close,
    async end(command) {
      shell.stdin.write(`${command}\n`);
      await close();
    },
  };
}

function tools(hasProgram: boolean): string {
  const quoted = (words: readonly string[]) => words.map((word) => `'${word}'`).join(' ');
  const tool = (name: string) => fileURLToPath(new URL(`${name}.mjs`, import.meta.url));
  const functionOf = (name: string, words: readonly string[]) => `${name}() { ${quoted([process.execPath, ...words])} "$@"; }\n`;
  return [
    hasProgram ? '' : functionOf('sluice', commandLine()),
    functionOf('curl', [tool('curl')]),
    functionOf('psql', [tool('psql')]),
    functionOf('npm', [tool('npm'), 'npm']),
    functionOf('npx', [tool('npm'), 'npx']),
  ].join('');
}

/** Returns whether an output matches the page. `…` in the page matches anything within a line. */
export function isAsShown(output: string, shown: string): boolean {
  const escaped = evened(shown).replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('…', '.*')}$`).test(evened(output));
}

/** A text with the ids, times and positions of one run replaced, and without the width of columns. */
function evened(text: string): string {
  return text
    .replaceAll('\r', '')
    .replaceAll(ID, '<id>')
    .replaceAll(/\d{8}T\d{9}Z/g, '<time>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)/g, '<time>')
    .replaceAll(/\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/g, '<time>')
    .replaceAll(/^(Service-Position: ).*$/gm, '$1<position>')
    .replaceAll(/\d+ ms\b/g, '<ms>')
    .replaceAll(/-{3,}/g, '---')
    .replaceAll(/ +/g, ' ')
    .replaceAll(/ $/gm, '')
    .trim();
}
