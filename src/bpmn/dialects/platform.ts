import type { Platform } from '../../engine/model.ts';
import { attributeKey, attributeOf, splitAttributeKey, type XmlElement } from '../xml/xml-element.ts';
import { CAMUNDA_7 } from './camunda-7/rules.ts';
import { CAMUNDA_8 } from './camunda-8/rules.ts';
import { EARLIER, type FileDialect, OWN } from './dialect.ts';
import { FLOWABLE } from './flowable/rules.ts';
import { isMadeForJbpm } from './jbpm/jbpm.ts';
import { withJbpm } from './jbpm/rules.ts';
import { camunda, fleans, flowable, knownDialect, MODELER, spiff, zeebe } from './namespaces.ts';

const DIALECTS: Readonly<Record<Platform, FileDialect>> = { 'Camunda 7': CAMUNDA_7, 'Camunda 8': CAMUNDA_8, Flowable: FLOWABLE };

/**
 * @param declared namespace URIs with prefixes on `definitions`
 * @param rules false for versions stored by older releases: `followsDialects` before reading 4, `followsScopes` before reading 5
 */
export function dialectOf(
  definitions: XmlElement,
  declared: ReadonlySet<string>,
  { followsDialects, followsScopes }: { readonly followsDialects: boolean; readonly followsScopes: boolean },
): FileDialect {
  const platform = platformOf(definitions, declared, followsDialects);
  const rules = followsDialects ? (platform === undefined ? OWN : DIALECTS[platform]) : EARLIER;
  const dialect = {
    ...rules,
    ...(platform === undefined ? {} : { platform }),
    // without executionPlatform, a file may use zeebe with the rules of this service
    ...(namedPlatform(definitions) === undefined && platform === 'Camunda 8' ? { failsOnUncaughtError: false } : {}),
    hasOneReceiver: followsScopes && platform === 'Camunda 8' && namedPlatform(definitions) !== undefined,
    passesPlainTasks: isMadeForCamunda(definitions),
    isPython: platform === undefined && [...declared].some(spiff),
  };
  const own = isMadeForJbpm(definitions) ? withJbpm(dialect) : dialect;
  return Object.freeze(followsScopes ? { ...own, followsScopes } : { ...own, failsOnUncaughtError: false, sharesPaths: false });
}

/**
 * Named by `executionPlatform` on `definitions`, else by the declared namespaces. Undefined for plain BPMN and the Sluice dialect, which may mix
 * vocabularies (docs/contributing/spec/variables.md#platform-of-a-file).
 * @param readsUses false for versions stored by older releases: declared namespaces count even if unused
 */
function platformOf(definitions: XmlElement, declared: ReadonlySet<string>, readsUses: boolean): Platform | undefined {
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

/** URIs that an element or attribute uses. */
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

/** True also for Operaton: plain tasks pass (docs/contributing/spec/elements.md#plain-task). */
function isMadeForCamunda(definitions: XmlElement): boolean {
  return /camunda|operaton/i.test(namedPlatform(definitions) ?? '');
}

/** Written by modelers, most specific first. */
const PLATFORM_NAMES: readonly (readonly [name: RegExp, platform: Platform])[] = [
  [/camunda cloud|camunda 8|zeebe/i, 'Camunda 8'],
  [/camunda|operaton/i, 'Camunda 7'],
  [/flowable|activiti/i, 'Flowable'],
];

function namedPlatform(definitions: XmlElement): string | undefined {
  return attributeOf(definitions, attributeKey(MODELER, 'executionPlatform'));
}
