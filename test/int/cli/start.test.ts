import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { startEmbeddedPostgres } from '../../../src/db/embedded/start.ts';
import { silentLog } from '../../../src/platform/log.ts';
import { commandLine } from '../../support/command-line.ts';
import { copyDataFolder } from '../../support/data-folder.ts';
import { eventually } from '../../support/eventually.ts';

// tier all: starts the service with its own Postgres several times; takes 34 s

const CURL = fileURLToPath(new URL('../../support/pages/curl.mjs', import.meta.url));
const PATH = process.env['PATH'] ?? '';

interface Started {
  readonly child: ChildProcess;
  /** everything written until it was ready, or until it ended */
  readonly output: string;
  /** what of it came on standard output */
  readonly stdout: string;
  readonly exitCode: number | null;
}

describe('the start command', () => {
  let folder: string;
  let dataDir: string;
  const children: ChildProcess[] = [];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sluice-start-'));
    await chmod(folder, 0o755);
    dataDir = join(folder, 'data');
  });
  afterEach(async () => {
    for (const child of children.splice(0))
      if (child.exitCode === null && child.signalCode === null) await kill(child, 'SIGKILL');
    if (existsSync(dataDir)) await (await startEmbeddedPostgres({ dataDir, log: silentLog })).stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function start(verb = 'start', env: Record<string, string> = {}): Promise<Started> {
    const settings = { PATH, DATA_DIR: dataDir, PORT: '0', UI_PORT: '0', ...env };
    const child = spawn(process.execPath, commandLine(verb), { env: settings, stdio: ['ignore', 'pipe', 'pipe'] });
    children.push(child);
    let output = '';
    let stdout = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      stdout += chunk.toString('utf8');
    });
    const ready = new Promise<void>((resolve) => {
      const keep = (chunk: Buffer) => {
        output += chunk.toString('utf8');
        if (/Stop: Ctrl-C.*\n/.test(output)) resolve();
      };
      child.stdout?.on('data', keep);
      child.stderr?.on('data', keep);
    });
    await Promise.race([ready, once(child, 'close')]);
    return { child, output, stdout, exitCode: child.exitCode };
  }
  async function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
    const exited = once(child, 'exit');
    child.kill(signal);
    return (await exited)[0];
  }
  function urlOf(output: string, name: string): string {
    return new RegExp(`^ +${name} +(http\\S+)$`, 'm').exec(output)?.[1] ?? '';
  }
  function logged(output: string, eventId: number): Record<string, unknown>[] {
    const lines = output.split('\n').filter((line) => line.startsWith('{'));
    return lines.map((line) => JSON.parse(line)).filter((line) => line.eventId === eventId);
  }
  /** The commands as a person copies them, in one shell. */
  async function runPrinted(output: string): Promise<string> {
    const commands = /# deploy a model[\s\S]*?\/state$/m.exec(output)?.[0] ?? 'exit 1';
    const bin = join(folder, 'bin');
    await mkdir(bin);
    await copyFile(CURL, join(bin, 'curl'));
    await chmod(join(bin, 'curl'), 0o755);
    return (await promisify(execFile)('/bin/sh', ['-ec', commands], { env: { PATH: bin + delimiter + PATH } })).stdout;
  }

  it('prints commands that deploy, start and complete the sample when they are copied', async () => {
    const { output, child } = await start();
    const answers = await runPrinted(output);
    expect(answers).to.contain('{"ProcessDefinitionKey":"hello","Version":2}');
    expect(answers).to.match(/"isCompleted":true.*"greeting":"Hello, Ada!"/);
    expect((await fetch(urlOf(output, 'Docs'))).status).to.equal(200);
    expect(await (await fetch(`${urlOf(output, 'UI')}/ready`)).text()).to.equal('Ready');
    expect(await kill(child, 'SIGTERM')).to.equal(0);
    expect(await readdir(join(dataDir, 'pg'))).not.to.contain('postmaster.pid');
  });

  it('listens on loopback alone when HOST specifies nothing', async () => {
    await copyDataFolder(dataDir);
    const { output } = await start();
    const others = Object.values(networkInterfaces()).flatMap(
      (addresses) => addresses?.filter(({ internal }) => !internal) ?? [],
    );
    for (const name of ['API', 'UI']) {
      const port = Number(new URL(urlOf(output, name)).port);
      expect(await isOpen(port, '127.0.0.1')).to.equal(true);
      for (const { address } of others) expect(await isOpen(port, address), address).to.equal(false);
    }
    expect(logged(output, 7057)).to.deep.equal([]);
  });

  it('keeps standard output to log lines of JSON when it is not a terminal (docs/contributing/spec/observability.md#log-lines)', async () => {
    await copyDataFolder(dataDir);
    const { stdout } = await start();
    const lines = stdout.trimEnd().split('\n');
    expect(lines.length).to.be.greaterThan(5);
    for (const line of lines) expect(JSON.parse(line), line).to.include.keys('timestamp', 'level', 'eventId', 'message', 'role');
  });

  it('finds its instances again, and deploys the sample no second time, when it was killed and is started again', async () => {
    await copyDataFolder(dataDir);
    const first = await start();
    await runPrinted(first.output);
    await kill(first.child, 'SIGKILL');
    const second = await start();
    const definitions = async () =>
      (await (await fetch(`${urlOf(second.output, 'API')}/Definitions`)).json()) as { totalCount: number };
    // what was projected a moment before the kill is projected again
    const versions = await eventually('both are listed', async () => {
      const listed = await definitions();
      return listed.totalCount >= 2 ? listed : undefined;
    });
    expect(versions).to.have.property('totalCount', 2);
    expect(await kill(second.child, 'SIGINT')).to.equal(0);
  });

  it('ends with 1 and names the folder when another process uses it', async () => {
    await copyDataFolder(dataDir);
    await start();
    const second = await start();
    expect(second.exitCode).to.equal(1);
    expect(logged(second.output, 7042)[0]?.['Reason']).to.contain(
      `The data folder ${dataDir} is already used by another Sluice process`,
    );
  });

  it('ends with 1 and leaves nothing running when an explicit port is busy', async () => {
    const busy = createServer().listen(0, '127.0.0.1');
    await once(busy, 'listening');
    const refused = await start('start', { PORT: String((busy.address() as AddressInfo).port) });
    busy.close();
    expect(refused.exitCode).to.equal(1);
    expect(logged(refused.output, 7042)[0]?.['Key']).to.equal('PORT');
    expect(await readdir(join(dataDir, 'pg')).catch(() => [])).not.to.contain('postmaster.pid');
  });

  for (const verb of ['api', 'worker', 'projector', 'ui', 'migrate', 'projector:rebuild']) {
    it(`ends with 1 and names DATABASE_URL when ${verb} is started without one`, async () => {
      const refused = await start(verb);
      expect([refused.exitCode, logged(refused.output, 7042)[0]?.['Key']]).to.deep.equal([1, 'DATABASE_URL']);
    });
  }
});

/** Whether a process accepts connections there. */
function isOpen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host, () => resolve(true));
    socket.once('error', () => resolve(false)).once('connect', () => socket.destroy());
  });
}
