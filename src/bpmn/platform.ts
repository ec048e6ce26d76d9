import type { Platform } from '../engine/model.ts';
import { camunda, fleans, flowable, knownDialect, MODELER, zeebe } from './namespaces.ts';
import { attributeKey, attributeOf, splitAttributeKey, type XmlElement } from './xml-element.ts';

/**
 * The platform a file says it is made for: by `executionPlatform` on `definitions`, else by the namespaces declared there. Undefined for files of this
 * service's own dialect, which may use the words of others beside it, and for plain BPMN (docs/contributing/spec/variables.md#platform-of-a-file).
 * @param declared URIs that `definitions` declares prefixes for
 * @param readsUses false for versions stored by earlier releases: what a file declares counts, although it uses another
 */
export function platformOf(definitions: XmlElement, declared: ReadonlySet<string>, readsUses: boolean): Platform | undefined {
  const named = namedPlatform(definitions);
  if (named !== undefined) return PLATFORM_NAMES.find(([name]) => name.test(named))?.[1];
  const uris = [...declared].filter(knownDialect);
  if (uris.some(fleans)) return undefined;
  const used = readsUses && uris.length > 1 ? usedAmong(uris, definitions) : uris;
  return platformOfUris(used.length === 0 ? uris : used);
}

function platformOfUris(uris: readonly string[]): Platform | undefined {
  if (uris.some(zeebe)) return 'Camunda 8';
  if (uris.some(flowable)) return 'Flowable';
  return uris.some(camunda) ? 'Camunda 7' : undefined;
}

/** Those that an element or attribute of the file has. */
function usedAmong(uris: readonly string[], definitions: XmlElement): readonly string[] {
  const left = new Set(uris);
  const open = [definitions];
  for (let xml = open.pop(); xml !== undefined && left.size > 0; xml = open.pop()) {
    left.delete(xml.uri);
    for (const key of xml.attributes.keys()) left.delete(splitAttributeKey(key).uri);
    for (const child of xml.children) open.push(child);
  }
  return uris.filter((uri) => !left.has(uri));
}

/** Whether the file names Camunda or Operaton as its execution platform: their plain tasks pass (docs/contributing/spec/elements.md#plain-task). */
export function isMadeForCamunda(definitions: XmlElement): boolean {
  return /camunda|operaton/i.test(namedPlatform(definitions) ?? '');
}

/** Names that modelers write, the more special ones first. */
const PLATFORM_NAMES: readonly (readonly [name: RegExp, platform: Platform])[] = [
  [/camunda cloud|camunda 8|zeebe/i, 'Camunda 8'],
  [/camunda|operaton/i, 'Camunda 7'],
  [/flowable|activiti/i, 'Flowable'],
];

function namedPlatform(definitions: XmlElement): string | undefined {
  return attributeOf(definitions, attributeKey(MODELER, 'executionPlatform'));
}
