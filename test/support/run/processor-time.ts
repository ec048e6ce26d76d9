import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** Ticks of /proc in a second, on every Linux. */
const TICKS = 100;
/** Fields of /proc/self/stat after the name of the program: user and system time of ended children and their children. */
const ENDED_CHILDREN = [13, 14];

/**
 * Processor time of this process and of all programs that it and its workers have started and seen end: servers, browsers, roles. Unit: s;
 * undefined where there is no /proc.
 */
export function processorSeconds(): number | undefined {
  const { user, system } = process.cpuUsage();
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ofChildren = ENDED_CHILDREN.reduce((sum, place) => sum + Number(fields[place]), 0);
    return (user + system) / 1_000_000 + ofChildren / TICKS;
  } catch {
    return undefined;
  }
}

/** How busy the run kept the machine: all the time on all processors is 100 %. */
export function busyText(tookSeconds: number): string {
  const spent = processorSeconds();
  const took = `took ${tookSeconds.toFixed(0)} s`;
  if (spent === undefined) return took;
  const processors = availableParallelism();
  const share = Math.round((100 * spent) / (tookSeconds * processors));
  return `${took}, with servers and browsers ${spent.toFixed(0)} s of processor time: ${share} % of ${processors} processors`;
}
