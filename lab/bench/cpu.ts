import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks per second of /proc/<pid>/stat; 100 on every Linux. */
const TICKS = 100;

interface Stat {
  readonly pid: number;
  readonly parent: number;
  /** own time and that of children that have ended; unit: s */
  readonly seconds: number;
}

/** CPU seconds used so far by a process and everything below it. NaN where there is no /proc. */
export function cpuSecondsOf(pid: number): number {
  const all = readAll();
  if (all.length === 0) return Number.NaN;
  const family = new Set([pid]);
  for (let grew = true; grew; ) {
    grew = false;
    for (const stat of all) {
      if (family.has(stat.pid) || !family.has(stat.parent)) continue;
      family.add(stat.pid);
      grew = true;
    }
  }
  return all.filter((stat) => family.has(stat.pid)).reduce((sum, stat) => sum + stat.seconds, 0);
}

/** CPU seconds used so far by each process below another one, by id. */
export function cpuSecondsBelow(pid: number): ReadonlyMap<number, number> {
  return new Map(readAll().flatMap((stat) => (stat.parent === pid ? [[stat.pid, stat.seconds] as const] : [])));
}

/** Calls of the system so far by which a process itself has written: to sockets and files. NaN where there is no /proc. */
export function writeCallsOf(pid: number): number {
  try {
    return Number(/^syscw: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]);
  } catch {
    return Number.NaN;
  }
}

function readAll(): Stat[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => statOf(Number(name)) ?? []);
  } catch {
    return [];
  }
}

function statOf(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [utime = 0, stime = 0, cutime = 0, cstime = 0] = fields.slice(11, 15);
    return { pid, parent: fields[1] ?? 0, seconds: (utime + stime + cutime + cstime) / TICKS };
  } catch {
    return undefined; // ended between the two reads
  }
}
