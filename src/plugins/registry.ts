import { MAX_TASK_TYPE } from '../engine/policies/own-jobs.ts';
import { type CatalogSchema, catalogSchemaOf, type InputCheck, inputCheckOf } from './parameters.ts';
import type { Plugin } from './plugin.ts';

/** Plugin with its compiled input check and catalog entry. */
export interface RegisteredPlugin {
  readonly plugin: Plugin;
  /** Task type in lower case. */
  readonly typeKey: string;
  readonly checkInput: InputCheck;
  readonly catalogSchema: CatalogSchema | null;
}

const TYPES = new Set(['String', 'Integer', 'Boolean', 'Expression', 'MultilineString', 'List', 'Map']);

/** Registers plugins by type key. Throws for invalid plugins and duplicate types (docs/contributing/spec/http/custom-tasks.md#one-plugin-per-type). */
export function registerPlugins(plugins: readonly Plugin[]): ReadonlyMap<string, RegisteredPlugin> {
  const registered = new Map<string, RegisteredPlugin>();
  for (const plugin of plugins) {
    const problem = problemOf(plugin);
    if (problem !== undefined) throw new Error(problem);
    const typeKey = plugin.taskType.trim().toLowerCase();
    if (registered.has(typeKey)) throw new Error(`two plugins have the task type '${plugin.taskType}'`);
    registered.set(typeKey, { plugin, typeKey, checkInput: checkOf(plugin), catalogSchema: catalogSchemaOf(plugin) });
  }
  return registered;
}

/** Type guard for module exports, which are untyped. */
export function isPlugin(value: unknown): value is Plugin {
  if (typeof value !== 'object' || value === null) return false;
  const { taskType, execute } = value as Partial<Plugin>;
  return typeof taskType === 'string' && typeof execute === 'function';
}

function problemOf(plugin: Plugin): string | undefined {
  const { taskType, parameters = [], concurrency } = plugin;
  if (taskType.trim() === '') return 'a plugin has an empty task type';
  if (taskType.length > MAX_TASK_TYPE) return `the task type of a plugin is longer than ${MAX_TASK_TYPE} characters`;
  const of = `plugin '${taskType}'`;
  if (concurrency !== undefined && !(Number.isInteger(concurrency) && concurrency > 0))
    return `${of}: concurrency must be 1 or more`;
  const names = new Set<string>();
  for (const { name, type, itemType } of parameters) {
    if (typeof name !== 'string' || name === '') return `${of}: a parameter has no name`;
    if (names.has(name)) return `${of}: two parameters are called '${name}'`;
    names.add(name);
    if (!TYPES.has(type)) return `${of}: parameter '${name}' has the unknown type '${type}'`;
    if (itemType !== undefined && (!TYPES.has(itemType) || (type !== 'List' && type !== 'Map')))
      return `${of}: parameter '${name}' cannot have items of type '${itemType}'`;
  }
  return undefined;
}

function checkOf(plugin: Plugin): InputCheck {
  try {
    return inputCheckOf(plugin);
  } catch (error) {
    throw new Error(`plugin '${plugin.taskType}': a rule is not usable: ${(error as Error).message}`, { cause: error });
  }
}
