import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const MODULE = fileURLToPath(new URL('../../../src/cli/main.ts', import.meta.url));

/** Makes garbage that outlives a few young collections, as requests under way do, and prints how large the heap has been at most. Unit: MB. */
const CHURN = `
  const [, module, isBound] = process.argv;
  if (isBound === 'bound') (await import(module)).boundHeapGrowth();
  const live = new Array(60_000).fill(undefined);
  let most = 0;
  for (let n = 0; n < 2_500_000; n += 1) {
    live[n % live.length] = { n, text: 'x'.repeat(8) + n, more: [n, n + 1, n + 2, n + 3] };
    if (n % 20_000 === 0) most = Math.max(most, process.memoryUsage().heapTotal);
  }
  process.stdout.write(String(most / 1_048_576));
`;

/** The memory peak of a separate process. */
export function peakMb(isBound: 'bound' | 'free', flags: readonly string[] = []): number {
  const script = ['--import', 'tsx', '--input-type=module', '-e', CHURN, MODULE, isBound];
  return Number.parseFloat(execFileSync(process.execPath, [...flags, ...script], { encoding: 'utf8' }));
}
