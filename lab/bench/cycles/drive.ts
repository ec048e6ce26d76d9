import { driveBy } from '../children.ts';
import type { CycleLoad, CycleResult } from './driver.ts';

/** Runs one load of cycles in its own process. */
export const driveCycles = (load: CycleLoad): Promise<CycleResult> => driveBy<CycleResult>('cycles/driver.ts', load);
