import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { errorMessage } from '../platform/redact.ts';
import type { Plugin } from '../plugins/plugin.ts';
import { isPlugin } from '../plugins/registry.ts';

export interface LoadedPlugin {
  readonly plugin: Plugin;
  readonly file: string;
}

/** Matches modules in a folder without a package.json: no declarations and no tests. */
const MODULE = /(?<!\.(?:d|test|spec))\.(?:js|mjs|cjs)$/;

/**
 * Loads the plugins of a file or folder: in a folder with a package.json only its `main`, in any other folder every JavaScript module directly in it. An
 * export is a plugin if it has a task type and `execute`; it may be a default or named export, or an item of an exported list. Rejects if the path does not
 * exist, a module cannot be loaded, or there is no plugin.
 */
export async function loadPlugins(path: string): Promise<readonly LoadedPlugin[]> {
  const place = resolve(path);
  if (!existsSync(place)) throw new Error(`there is no '${path}'`);
  const files = statSync(place).isDirectory() ? modulesIn(place) : [place];
  const loaded: LoadedPlugin[] = [];
  for (const file of files) loaded.push(...(await pluginsOf(file)));
  if (loaded.length === 0) throw new Error(`'${path}' has no plugin: a module exports objects with 'taskType' and 'execute'`);
  return loaded;
}

function modulesIn(folder: string): string[] {
  const description = join(folder, 'package.json');
  if (existsSync(description)) {
    const { main = 'index.js' } = JSON.parse(readFileSync(description, 'utf8')) as { main?: string };
    return [join(folder, main)];
  }
  return readdirSync(folder)
    .filter((name) => MODULE.test(name))
    .sort()
    .map((name) => join(folder, name));
}

async function pluginsOf(file: string): Promise<LoadedPlugin[]> {
  let module: Readonly<Record<string, unknown>>;
  try {
    module = (await import(pathToFileURL(file).href)) as Readonly<Record<string, unknown>>;
  } catch (error) {
    throw new Error(`'${file}' cannot be loaded: ${errorMessage(error)}`, { cause: error });
  }
  const exported = new Set(Object.values(module).flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : [value])));
  return [...exported].filter(isPlugin).map((plugin) => ({ plugin, file }));
}
