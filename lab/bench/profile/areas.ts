import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A function on a stack. */
export interface Frame {
  readonly functionName: string;
  readonly url: string;
}

/** A CPU profile as V8 writes it: the parts that are read here. */
export interface CpuProfile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: Frame; readonly children?: readonly number[] }[];
  readonly samples: readonly number[];
  /** unit: µs */
  readonly timeDeltas: readonly number[];
  /** on the monotonic clock of the machine; unit: µs */
  readonly startTime: number;
}

/** A stretch of time on the monotonic clock of the machine. Unit: µs. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Now, as profiles count. */
export function nowMicros(): number {
  return Number(process.hrtime.bigint() / 1000n);
}

/** Remaining samples of a process; undefined: none. */
export function readProfile(folder: string, pid: number): CpuProfile | undefined {
  const file = readdirSync(folder).find((name) => new RegExp(`\\.${pid}\\.0\\.\\d+\\.cpuprofile$`).test(name));
  return file === undefined ? undefined : (JSON.parse(readFileSync(join(folder, file), 'utf8')) as CpuProfile);
}

/** How a process used its processor time within a stretch, by area of the code: parts of 1, the largest first. */
export function areasOf(profile: CpuProfile, within: Stretch): readonly (readonly [string, number])[] {
  const areas = new Map(profile.nodes.map(({ id, callFrame }) => [id, areaOf(callFrame)]));
  const micros = new Map<string, number>();
  let at = profile.startTime;
  for (const [index, node] of profile.samples.entries()) {
    const took = profile.timeDeltas[index] ?? 0;
    at += took;
    const area = areas.get(node);
    if (area === undefined || at < within.from || at > within.to) continue;
    micros.set(area, (micros.get(area) ?? 0) + took);
  }
  const total = [...micros.values()].reduce((sum, some) => sum + some, 0);
  return [...micros].map(([area, some]) => [area, some / total] as const).sort(([, a], [, b]) => b - a);
}

const FRAMES: Readonly<Record<string, string | undefined>> = {
  '(garbage collector)': 'garbage collection',
  '(program)': 'system calls and V8',
  '(idle)': undefined,
  '(root)': undefined,
};

/** The area of a function: a folder of the project, a package, a part of Node. Undefined: waiting. */
function areaOf({ functionName, url }: Frame): string | undefined {
  if (Object.hasOwn(FRAMES, functionName)) return FRAMES[functionName];
  const ofPackage = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1];
  if (ofPackage !== undefined) return ofPackage;
  const own = /\/dist\/([^/]+)\//.exec(url)?.[1];
  if (own !== undefined) return `sluice ${own}`;
  const ofNode = /^node:(?:internal\/)?([a-z_]+)/.exec(url)?.[1];
  if (ofNode === undefined) return url === '' ? `built-in ${functionName}` : 'other';
  return `node ${ofNode.replace(/^_/, '')}`;
}
