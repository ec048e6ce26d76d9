/**
 * Returns rounds per second of processor time, because a busy machine gives less than one core per second. Warms up for a tenth of the measurement
 * first. `ms`: duration of the measurement.
 */
export function rateOf(round: () => unknown, ms: number): number {
  repeated(round, ms / 10);
  const before = process.cpuUsage();
  const count = repeated(round, ms);
  const { user, system } = process.cpuUsage(before);
  return (count * 1e6) / (user + system);
}

function repeated(round: () => unknown, ms: number): number {
  const until = performance.now() + ms;
  let count = 0;
  while (performance.now() < until) {
    for (let repeat = 0; repeat < 50; repeat += 1) round();
    count += 50;
  }
  return count;
}

export function shownRate(rate: number): string {
  return `${Math.round(rate).toLocaleString('en')}/s`.padStart(14);
}
