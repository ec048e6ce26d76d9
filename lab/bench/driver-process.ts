/** How long answers took. Unit: ms. */
export interface Latencies {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** @param latencies in any order; they are sorted here */
export function latenciesOf(latencies: number[]): Latencies {
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

/** Runs one load that the parent process sends, sends the result and ends. Does nothing without a parent process. */
export function serveLoad<Load, Result extends object>(run: (load: Load) => Promise<Result>): void {
  if (process.send === undefined) return;
  process.once('message', (load: Load) => {
    run(load).then(
      (result) => process.send?.(result, () => process.exit(0)),
      (error: Error) => {
        process.stderr.write(`${error.stack}\n`);
        process.exit(1);
      },
    );
  });
}
