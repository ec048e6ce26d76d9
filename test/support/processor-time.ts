/** What the processor has worked for this process while something was computed synchronously. What else a busy machine does is no part of it. Unit: ms. */
export function processorMs(compute: () => unknown): number {
  const before = process.cpuUsage();
  compute();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
