import { ROLES } from '../campaign/member.ts';
import { type Sample, slope } from './samples.ts';

/** Memory grows while caches fill. Measurements begin after this share of the time. */
const WARM_UP = 0.4;
/** A process that grows by more than this would not last a month. Unit: MB an hour. */
const MOST_MB_PER_HOUR = 40;
/** The noise of a garbage collector. Unit: MB. */
const NOISE_MB = 40;
/** Bytes an instance costs late against early. */
const MOST_GROWTH = 1.25;

/** Result of a soak: lines to print, and values that are not flat. */
export interface Verdict {
  readonly lines: readonly string[];
  readonly broken: readonly string[];
}

/** Judges whether memory and tables stay flat. */
export function verdictOf(samples: readonly Sample[]): Verdict {
  const late = samples.slice(Math.floor(samples.length * WARM_UP));
  const lines: string[] = [];
  const broken: string[] = [];
  for (const role of ROLES) {
    const points = late.map(({ hours, memory }) => [hours, memory[role]] as const);
    const perHour = slope(points);
    const [least, most] = [Math.min(...points.map(([, mb]) => mb)), Math.max(...points.map(([, mb]) => mb))];
    lines.push(`memory of ${role}: ${least.toFixed(0)} to ${most.toFixed(0)} MB, slope ${perHour.toFixed(1)} MB an hour`);
    if (perHour > MOST_MB_PER_HOUR && most - least > NOISE_MB)
      broken.push(`the memory of the ${role} grows by ${perHour.toFixed(0)} MB an hour`);
  }
  const [first, middle, last] = [samples[0], late[0], samples.at(-1)];
  if (first === undefined || middle === undefined || last === undefined) return { lines, broken: ['there are no samples'] };
  const cost = (from: Sample, to: Sample) => (to.bytes - from.bytes) / Math.max(1, to.instances - from.instances);
  const [early, afterwards] = [cost(first, middle), cost(middle, last)];
  lines.push(`tables: ${(early / 1024).toFixed(1)} kB for an instance early, ${(afterwards / 1024).toFixed(1)} kB late`);
  if (afterwards > early * MOST_GROWTH) broken.push('an instance costs more and more room in the tables');
  for (const table of Object.keys(last.open)) {
    const counts = late.map(({ open }) => open[table] ?? 0);
    lines.push(`rows of ${table}: ${Math.min(...counts)} to ${Math.max(...counts)}, at the end ${counts.at(-1)}`);
  }
  if ((last.open['dead_letter'] ?? 0) > 0) broken.push('commands were parked');
  return { lines, broken };
}
