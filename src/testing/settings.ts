import type { MachineSettings } from '../memory/machine.ts';
import { machineSettingsOf } from '../memory/machine-settings.ts';
import { readConfig } from '../platform/config/config.ts';
import type { WorldSettings } from './api.ts';

/** Default settings of the service, with those of the test. */
export function settingsOf(given: WorldSettings): MachineSettings {
  const { engine, plugins } = readConfig({}, 'worker');
  const { maxSteps = engine.maxStepsPerRun, attempts = plugins.attempts, ...rest } = given;
  return machineSettingsOf({ engine: { ...engine, ...rest, maxStepsPerRun: maxSteps }, plugins: { ...plugins, attempts } });
}
