import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { commandLine } from '../../support/command-line.ts';
import { startService, type TestService } from '../../support/service.ts';

const execute = promisify(execFile);
const PAGE = new URL('../../../docs/how-to/repair.md', import.meta.url);
const CURL = fileURLToPath(new URL('curl.mjs', import.meta.url));
const SEPARATOR = '--- next block';

describe('the page about repairing what has failed', function () {
  this.timeout(180_000);
  let service: TestService;
  let folder: string;
  before(async () => {
    service = await startService();
    folder = await mkdtemp(join(tmpdir(), 'sluice-repair-'));
  });
  after(async () => {
    await service.stop();
    await rm(folder, { recursive: true });
  });

  it('has commands that say what it shows when they are run one after the other', async () => {
    const text = await readFile(PAGE, 'utf8');
    const [, model = ''] = /```xml\n([\s\S]*?)```/.exec(text) ?? [];
    await writeFile(join(folder, 'order.bpmn'), model);
    const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```\n(?:```\n([\s\S]*?)```\n)?/g)];
    const quoted = (words: readonly string[]) => words.map((word) => `'${word}'`).join(' ');
    const functions = `set -e\nsluice() { ${quoted([process.execPath, ...commandLine()])} "$@"; }\ncurl() { ${quoted([process.execPath, CURL])} "$@"; }\n`;
    const script = functions + blocks.map(([, commands]) => commands).join(`\necho '${SEPARATOR}'\n`);
    const env = { ...process.env, SLUICE_URL: service.url };
    const { stdout, stderr } = await execute('bash', ['-c', script], { cwd: folder, env });
    expect(stderr).to.equal('');
    const shown = blocks.map(([, , output = '']) => unnumbered(output));
    expect(stdout.split(`${SEPARATOR}\n`).map(unnumbered)).to.deep.equal(shown);
  });
});

/** A text with the ids and times of one run replaced. */
function unnumbered(text: string): string {
  return text
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replaceAll(/\d{4}-\d\d-\d\dT\S+/g, '<time>')
    .replaceAll(/ +/g, ' ');
}
