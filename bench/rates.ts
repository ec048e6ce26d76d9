/** Rounds a second, after as long a time to get warm as a tenth of the measurement. Unit of `ms`: of the measurement. */
export function rateOf(round: () => unknown, ms: number): number {
  countFor(round, ms / 10);
  return (countFor(round, ms) * 1000) / ms;
}

function countFor(round: () => unknown, ms: number): number {
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
