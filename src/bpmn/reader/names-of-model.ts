import type { ProcessModel } from '../../engine/model.ts';

/** What people call a version and its user tasks; each absent where there is no name. */
export interface NamesOfModel {
  readonly name?: string;
  readonly taskNames?: Readonly<Record<string, string>>;
}

/** Longest name that is kept, in characters; the rest is cut off. */
const MAX_NAME = 255;
/** So much of all names of one version is kept: they are read with every list of its tasks. Tasks behind are shown by their ids. Unit: characters of JSON. */
const MAX_NAMES = 64 * 1024;

/** The names of a process and its user tasks (docs/contributing/spec/http/user-tasks.md#names). */
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
    // entries, so that an id such as `__proto__` is a member like any other
    ...(names.length === 0 ? {} : { taskNames: Object.fromEntries(names) }),
  };
}

/** Modelers break long names. */
function inOneLine(written: string): string {
  return written.trim().replaceAll(/\s+/g, ' ').slice(0, MAX_NAME).toWellFormed();
}
