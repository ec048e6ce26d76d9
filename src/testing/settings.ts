import { readConfig } from '../platform/config.ts';
import { FIXED_LIMITS } from '../worker/fixed-limits.ts';
import type { WorldSettings } from './api.ts';
import type { MachineSettings } from './memory/machine.ts';

/** As the service has them when nobody has set anything, but for what a test says. */
export function settingsOf(given: WorldSettings): MachineSettings {
  const { engine, plugins } = readConfig({}, 'worker');
  const { maxIterations, maxCausationDepth, maxCausationSize, maxCalledInstances, maxStepsPerRun } = engine;
  const { attempts, backoffSeconds, maxBackoffSeconds } = plugins;
  return {
    plainTasks: given.plainTasks ?? engine.plainTasks,
    onFailure: given.onFailure ?? engine.onFailure,
    branchVariables: given.branchVariables ?? engine.branchVariables,
    retries: {
      attempts: given.attempts ?? attempts,
      firstDelayMs: backoffSeconds * 1000,
      maxDelayMs: maxBackoffSeconds * 1000,
    },
    limits: {
      maxIterations,
      maxCausationDepth,
      maxCausationSize,
      maxCalledInstances,
      maxSteps: given.maxSteps ?? maxStepsPerRun,
      ...FIXED_LIMITS,
    },
  };
}
