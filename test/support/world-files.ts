import { openWorld, type World, type WorldOptions } from '../../src/testing/index.ts';

const HEAD =
  'xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:zeebe="http://camunda.org/schema/zeebe/1.0" targetNamespace="test"';

/** A file with these contents inside its definitions. */
export function fileOf(contents: string): string {
  return `<definitions ${HEAD}>${contents}</definitions>`;
}

/** A process of elements in a row; each is written with the place for its id: `<userTask id="ID" />` is called by its number, `e1`, `e2`, unless it has an id. */
export function rowOf(key: string, ...elements: readonly string[]): string {
  const named = elements.map((element, at) => element.replace('id="ID"', `id="e${at + 1}"`));
  const ids = named.map((element) => /id="([^"]+)"/.exec(element)?.[1] ?? '');
  const flows = ids.slice(1).map((id, at) => `<sequenceFlow id="${key}-f${at + 1}" sourceRef="${ids[at]}" targetRef="${id}" />`);
  return `<process id="${key}" isExecutable="true">${named.join('')}${flows.join('')}</process>`;
}

/** A service task of this type. */
export function job(id: string, type = id): string {
  return `<serviceTask id="${id}"><extensionElements><zeebe:taskDefinition type="${type}" /></extensionElements></serviceTask>`;
}

export const START = '<startEvent id="start" />';
export const END = '<endEvent id="end" />';

/** A world of one file with these contents. */
export function worldOf(contents: string, options: Partial<WorldOptions> = {}): Promise<World> {
  return openWorld({ files: [{ name: 'test.bpmn', text: fileOf(contents) }], ...options });
}

/** Rejection of an action. */
export async function refusalOf(action: () => unknown): Promise<string> {
  try {
    await action();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('it was not refused');
}
