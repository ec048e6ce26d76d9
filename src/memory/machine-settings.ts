import type { EngineConfig, PluginsConfig } from '../platform/config/config.ts';
import { FIXED_LIMITS } from '../worker/fixed-limits.ts';
import type { MachineSettings } from './machine.ts';

/** The sections of the configuration that change what instances do. */
export interface MachineConfig {
  readonly engine: Pick<
    EngineConfig,
    | 'plainTasks'
    | 'onFailure'
    | 'branchVariables'
    | 'maxIterations'
    | 'maxStepsPerRun'
    | 'maxCausationDepth'
    | 'maxCausationSize'
    | 'maxCalledInstances'
  >;
  readonly plugins: Pick<PluginsConfig, 'attempts' | 'backoffSeconds' | 'maxBackoffSeconds'>;
}

/** Settings with which a worker of this configuration would run instances. */
export function machineSettingsOf({ engine, plugins }: MachineConfig): MachineSettings {
  const { maxIterations, maxCausationDepth, maxCausationSize, maxCalledInstances, maxStepsPerRun } = engine;
  const { attempts, backoffSeconds, maxBackoffSeconds } = plugins;
  return {
    plainTasks: engine.plainTasks,
    onFailure: engine.onFailure,
    branchVariables: engine.branchVariables,
    retries: { attempts, firstDelayMs: backoffSeconds * 1000, maxDelayMs: maxBackoffSeconds * 1000 },
    limits: {
      maxIterations,
      maxCausationDepth,
      maxCausationSize,
      maxCalledInstances,
      maxSteps: maxStepsPerRun,
      ...FIXED_LIMITS,
    },
  };
}
