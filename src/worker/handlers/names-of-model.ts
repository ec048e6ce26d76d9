import { columnText } from '../../db/column-text.ts';
import type { DefinitionDeployed } from '../../engine/journal-events.ts';
import type { ProcessModel } from '../../engine/model.ts';

/** Longest name that is kept, in characters; the rest is cut off. */
const MAX_NAME = 255;
/** So much of all names of one version is kept: they are read with every list of its tasks. Tasks behind are shown by their ids. Unit: characters of JSON. */
const MAX_NAMES = 64 * 1024;

/** What people call a version and its user tasks, as members of its event (docs/spec/http/user-tasks.md#names). */
export function namesOfModel(model: ProcessModel): Pick<DefinitionDeployed, 'name' | 'taskNames'> {
  const names: [id: string, name: string][] = [];
  let length = 0;
  for (const { id, type, name } of model.elements.values()) {
    if (type !== 'userTask' || name === undefined) continue;
    const shown = nameOf(name);
    length += JSON.stringify([id, shown]).length;
    if (length > MAX_NAMES) break;
    names.push([id, shown]);
  }
  return {
    ...(model.name === undefined ? {} : { name: nameOf(model.name) }),
    // entries, so that an id such as `__proto__` is a member like any other
    ...(names.length === 0 ? {} : { taskNames: Object.fromEntries(names) }),
  };
}

/** A name stands in one line; modelers break long ones. */
function nameOf(written: string): string {
  return columnText(written.trim().replaceAll(/\s+/g, ' ').slice(0, MAX_NAME));
}
