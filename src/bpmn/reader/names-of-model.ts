import type { ProcessModel } from '../../engine/model.ts';

/** Display names of a version and its user tasks; absent if unnamed. */
export interface NamesOfModel {
  readonly name?: string;
  readonly taskNames?: Readonly<Record<string, string>>;
}

/** Longest stored name; the rest is cut. Unit: characters. */
const MAX_NAME = 255;
/** Limit for all names of a version, because each list of its tasks loads them. Tasks beyond it are shown by id. Unit: characters of JSON. */
const MAX_NAMES = 64 * 1024;

/** Names of a process and its user tasks (docs/contributing/spec/http/user-tasks.md#names). */
export function namesOfModel(model: ProcessModel): NamesOfModel {
  const names: [id: string, name: string][] = [];
  let length = 0;
  for (const { id, type, name } of model.elements.values()) {
    if (type !== 'userTask' || name === undefined) continue;
    const shown = inOneLine(name);
    length += JSON.stringify([id, shown]).length;
    if (length > MAX_NAMES) break;
    names.push([id, shown]);
  }
  return {
    ...(model.name === undefined ? {} : { name: inOneLine(model.name) }),
    // fromEntries creates own properties, also for ids such as `__proto__`
    ...(names.length === 0 ? {} : { taskNames: Object.fromEntries(names) }),
  };
}

/** Removes line breaks: modelers wrap long names. */
function inOneLine(written: string): string {
  return written.trim().replaceAll(/\s+/g, ' ').slice(0, MAX_NAME).toWellFormed();
}
