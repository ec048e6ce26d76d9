import { driveBy } from '../children.ts';
import type { CycleLoad, CycleResult } from './driver.ts';

/** Runs one load of cycles in a process of its own. */
export const driveCycles = (load: CycleLoad): Promise<CycleResult> => driveBy<CycleResult>('cycles/driver.ts', load);
