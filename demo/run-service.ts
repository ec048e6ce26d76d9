import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A service of `npm start` on free ports. Its database is deleted at the end. */
export interface DemoService {
  readonly apiUrl: string;
  readonly uiUrl: string;
  stop(): Promise<void>;
}

/** Starts it and waits until it is ready. Rejects when it ends before. */
export async function runDemoService(): Promise<DemoService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sluice-demo-'));
  const service = spawn(process.execPath, [join(import.meta.dirname, '..', 'bin', 'sluice.mjs'), 'start'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', UI_PORT: '0', PROCESS_NAME: 'demo' },
  });
  const urls = new Map<string, string>();
  for await (const line of createInterface(service.stderr)) {
    const [, name, url] = /^\s+(API|UI)\s+(http\S+)/.exec(line) ?? [];
    if (name !== undefined && url !== undefined) urls.set(name, url);
    if (line.includes('Stop: Ctrl-C')) break;
  }
  service.stderr.pipe(process.stderr);
  const [apiUrl, uiUrl] = [urls.get('API'), urls.get('UI')];
  if (apiUrl === undefined || uiUrl === undefined) throw new Error('the service ended before it was ready');
  return {
    apiUrl,
    uiUrl,
    async stop() {
      const exited = once(service, 'exit');
      if (service.exitCode === null && service.kill('SIGTERM')) await exited;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
