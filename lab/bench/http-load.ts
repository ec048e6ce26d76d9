import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { driveBy } from './children.ts';
import type { Load, LoadResult } from './driver.ts';

const run = promisify(execFile);

/** A driver of HTTP load that costs little compared with the measured service. */
export interface HttpDriver {
  readonly name: string;
  drive(load: Load): Promise<LoadResult>;
}

/** `wrk` where it is installed, else autocannon in its own process. */
export async function httpDriver(): Promise<HttpDriver> {
  // it has no option that only prints its version, so it exits with 1 if it is installed
  const isThere = await run('wrk', ['--version']).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  );
  if (isThere) return { name: 'wrk', drive: driveByWrk };
  return { name: 'autocannon', drive: (load) => driveBy<LoadResult>('autocannon-driver.ts', load) };
}

async function driveByWrk(load: Load): Promise<LoadResult> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-wrk-'));
  try {
    const script = join(folder, 'load.lua');
    await writeFile(script, scriptOf(load));
    const { stdout } = await run('wrk', ['-t1', `-c${load.connections}`, `-d${load.seconds}s`, '-s', script, load.url]);
    const result = /^RESULT (.+)$/m.exec(stdout)?.[1];
    if (result === undefined) throw new Error(`wrk printed no result: ${stdout.slice(-400)}`);
    const read = JSON.parse(result) as Omit<LoadResult, 'firstError'>;
    return { ...read, firstError: read.errors === 0 ? null : 'wrk keeps no answers; see the log of the service' };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Lua of `wrk`: the requests, and the result as one line of JSON. Its times are in microseconds. */
function scriptOf({ body }: Load): string {
  return `wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
wrk.body = [==[${body}]==]
done = function(summary, latency)
  local failed = summary.errors
  local errors = failed.status + failed.connect + failed.read + failed.write + failed.timeout
  print(string.format('RESULT {"requests":%d,"errors":%d,"seconds":%f,"p50":%f,"p95":%f,"p99":%f}',
    summary.requests, errors, summary.duration / 1e6,
    latency:percentile(50) / 1e3, latency:percentile(95) / 1e3, latency:percentile(99) / 1e3))
end
`;
}
