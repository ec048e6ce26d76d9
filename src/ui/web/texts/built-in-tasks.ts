import type { CustomTask } from '../../wire/custom-tasks.ts';
import { builtInTasks as english } from './en/built-in-tasks.ts';
import { inLanguage } from './language.ts';

const builtInTasks = inLanguage('builtInTasks', english);

/** The entry with texts in the chosen language. Texts of other plugins stay as they are. */
export function shownTask(entry: CustomTask): CustomTask {
  const wordOf = (text: string | null) => {
    const key = `${entry.taskType}: ${text}`;
    return Object.hasOwn(builtInTasks, key) ? (builtInTasks[key] ?? text) : text;
  };
  const { displayName, parameterSchema } = entry;
  const parameters = parameterSchema?.parameters.map((parameter) => ({
    ...parameter,
    displayName: wordOf(parameter.displayName),
    description: wordOf(parameter.description),
  }));
  return {
    ...entry,
    displayName: wordOf(displayName),
    ...(parameterSchema !== null && parameters !== undefined && { parameterSchema: { ...parameterSchema, parameters } }),
  };
}
