import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installPackage } from './debian-package.ts';
import { eventually } from './eventually.ts';
import { freePort } from './redis.ts';

const CONFIG = new URL('../../deploy/nginx.conf', import.meta.url);

/** A running nginx with the configuration that is shipped. */
export interface TestNginx {
  readonly url: string;
  /** error log */
  errors(): string;
  stop(): Promise<void>;
}

/** Whether nginx can be started here. */
export function hasNginx(): boolean {
  return spawnSync('nginx', ['-v']).status === 0;
}

/** Installs it where that may be done: root on Debian. */
export function installNginx(say: (text: string) => void): boolean {
  return installPackage('nginx', say) && hasNginx();
}

/** Starts nginx as it is shipped, but for where it listens and where the replicas are: no container network resolves their name here. */
export async function startNginx(ports: readonly number[]): Promise<TestNginx> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-nginx-'));
  const port = await freePort();
  await writeFile(join(folder, 'nginx.conf'), localConfig(await readFile(CONFIG, 'utf8'), port, ports, folder));
  const main = `daemon off; pid ${join(folder, 'nginx.pid')};${process.getuid?.() === 0 ? ' user root;' : ''}`;
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', main], { stdio: 'ignore' });
  const errors = () => readFileSync(join(folder, 'errors'), 'utf8');
  const ended = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  await eventually('nginx answers', async () => {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${errors()}`);
    return (await fetch(`${url}/metrics`).catch(() => undefined)) !== undefined;
  });
  return {
    url,
    errors,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function localConfig(text: string, port: number, ports: readonly number[], folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  );
  const [, resolved = '', settings = ''] = /^( *server api:\d+ resolve(.*);)$/m.exec(text) ?? [];
  const replicas = ports.map((one) => `server 127.0.0.1:${one}${settings};`).join('\n');
  return text
    .replace(resolved, replicas)
    .replace(/^ *resolver .*$/m, '')
    .replace('/dev/stderr', join(folder, 'errors'))
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('http {', `http {\n${temporary.join('\n')}`);
}
