/** Processor time of this process during a synchronous calculation, without other work of a busy machine. Unit: ms. */
export function processorMs(compute: () => unknown): number {
  const before = process.cpuUsage();
  compute();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
