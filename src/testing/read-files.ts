import { findFiles, MODEL, WrongFiles } from '../cli/commands/find-files.ts';
import { type MachineSettings, machineSettingsOf } from '../memory/machine.ts';
import { readConfig } from '../platform/config/config.ts';
import type { TextFile, WorldSettings } from './api.ts';
import type { WorldFiles } from './decisions.ts';
import { CannotBeDone } from './refusals.ts';

/** Defaults of the service, with those of the test. */
export function settingsOf(given: WorldSettings): MachineSettings {
  const { engine, plugins } = readConfig({}, 'worker');
  const { maxSteps = engine.maxStepsPerRun, attempts = plugins.attempts, ...rest } = given;
  return machineSettingsOf({ engine: { ...engine, ...rest, maxStepsPerRun: maxSteps }, plugins: { ...plugins, attempts } });
}

/** Named files, and from folders those that a deploy reads. */
export async function readFiles(given: readonly (string | TextFile)[]): Promise<WorldFiles> {
  const files: TextFile[] = [];
  for (const one of given) {
    if (typeof one === 'string') files.push(...(await onDisk(one)));
    else if (typeof one?.name === 'string' && typeof one.text === 'string') files.push({ name: one.name, text: one.text });
    else throw new CannotBeDone('files are paths, or objects with a name and a text');
  }
  const isModel = ({ name }: TextFile) => MODEL.test(name) || /\.xml$/i.test(name);
  return { models: files.filter(isModel), beside: files.filter((file) => !isModel(file)) };
}

async function onDisk(path: string): Promise<TextFile[]> {
  try {
    return (await findFiles([path])).map(({ name, content }) => ({ name, text: content }));
  } catch (error) {
    throw error instanceof WrongFiles ? new CannotBeDone(error.message) : error;
  }
}
