import autocannon from 'autocannon';
import type { Load, LoadResult } from './driver.ts';
import { latenciesOf, serveLoad } from './driver-process.ts';

/** The load driver where there is no `wrk`, its own process. */
serveLoad(async ({ url, body, connections, seconds }: Load): Promise<LoadResult> => {
  const latencies: number[] = [];
  let firstError: string | null = null;
  const headers = { 'content-type': 'application/json' };
  const { errors, non2xx, duration } = await new Promise<autocannon.Result>((resolve, reject) => {
    const running = autocannon({ url, method: 'POST', headers, body, connections, duration: seconds }, (error, result) =>
      error ? reject(error) : resolve(result),
    );
    running.on('response', (_client, status, _bytes, milliseconds) => {
      if (status === 200) latencies.push(milliseconds);
      else firstError ??= `answered ${status}`;
    });
  });
  return { requests: latencies.length, errors: errors + non2xx, firstError, seconds: duration, ...latenciesOf(latencies) };
});
