import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { errorMessage } from '../platform/redact.ts';
import type { Plugin } from '../plugins/plugin.ts';
import { isPlugin } from '../plugins/registry.ts';

/** A plugin and the file it came from. */
export interface LoadedPlugin {
  readonly plugin: Plugin;
  readonly file: string;
}

/** Modules that are loaded from a folder without a package.json. */
const MODULE = /(?<!\.(?:d|test|spec))\.(?:js|mjs|cjs)$/;

/**
 * Loads the plugins of a folder or file. A folder with a package.json is a package: its `main` is loaded. Any other folder: every JavaScript module
 * directly in it. What a module exports, by default or by name, alone or in lists, is a plugin when it has a task type and `execute`.
 * Throws with the file's name when it cannot be loaded, and when nothing there is a plugin.
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
