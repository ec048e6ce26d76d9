import type { ElementOutline } from './diagram/element-outline.ts';

/** Unique texts by id, for elements that have a name. */
export type ElementTexts = ReadonlyMap<string, string>;

/** The name; with the id if another element has the same name. White space of the model becomes single spaces. */
export function elementTexts(named: Iterable<readonly [string, string | null]>): ElementTexts {
  const names = [...named]
    .map(([id, name]) => [id, (name ?? '').replaceAll(/\s+/g, ' ').trim()] as const)
    .filter(([, name]) => name !== '');
  const counts = new Map<string, number>();
  for (const [, name] of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map(names.map(([id, name]) => [id, counts.get(name) === 1 || name === id ? name : `${name} (${id})`]));
}

/** Other parts of a file, such as messages, often have the name of an element. */
const IN_A_PROCESS = /(?:task|event|gateway|subprocess|transaction|callactivity|sequenceflow)$/i;

/** Of a model that is loaded. `processKey`: also named. */
export function textsOfOutline(outline: ReadonlyMap<string, ElementOutline>, processKey: string): ElementTexts {
  const parts = [...outline.values()].filter(({ tag }) => IN_A_PROCESS.test(tag));
  const texts = elementTexts(parts.map(({ id, name }) => [id, name]));
  const process = outline.get(processKey)?.name?.trim();
  return process ? new Map([...texts, [processKey, process]]) : texts;
}
