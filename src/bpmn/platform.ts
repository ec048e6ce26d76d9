import type { Platform } from '../engine/model.ts';
import { camunda, fleans, flowable, MODELER, zeebe } from './namespaces.ts';
import { attributeKey, attributeOf, type XmlElement } from './xml-element.ts';

/**
 * The platform a file says it is made for: by `executionPlatform` on `definitions`, else by the namespaces declared there. Undefined for files of this
 * service's own dialect, which may use the words of others beside it, and for plain BPMN (docs/spec/variables.md#platform-of-a-file).
 * @param declared URIs that `definitions` declares prefixes for
 */
export function platformOf(definitions: XmlElement, declared: ReadonlySet<string>): Platform | undefined {
  const named = namedPlatform(definitions);
  if (named !== undefined) return PLATFORM_NAMES.find(([name]) => name.test(named))?.[1];
  const uris = [...declared];
  if (uris.some(fleans)) return undefined;
  if (uris.some(zeebe)) return 'Camunda 8';
  if (uris.some(flowable)) return 'Flowable';
  return uris.some(camunda) ? 'Camunda 7' : undefined;
}

/** Whether the file names Camunda or Operaton as its execution platform: their plain tasks pass (docs/spec/elements.md#plain-task). */
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
