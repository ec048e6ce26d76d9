import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { elementNamesQuery } from '../api/views.ts';
import { type ElementTexts, elementTexts } from './element-texts.ts';

/** Element of a process. `version` absent: of the latest one. */
export interface Place {
  readonly key: string;
  readonly version?: number | undefined;
  readonly activityId: string | null;
}

/** The id if the element has no name or the names are not loaded. */
export type NameOf = (place: Place) => string | null;

/** Versions read for names; other rows show ids. */
const MOST_VERSIONS = 20;

const nameOfVersion = ({ key, version }: Pick<Place, 'key' | 'version'>) => `${key} ${version ?? ''}`;

/** Reads each version once, not again for other rows or pages. */
export function useElementNames(places: readonly Pick<Place, 'key' | 'version'>[]): NameOf {
  const wanted = [...new Map(places.map((place) => [nameOfVersion(place), place])).values()].slice(0, MOST_VERSIONS);
  const found = useQueries({ queries: wanted.map(({ key, version }) => elementNamesQuery(key, version)) });
  const texts = new Map<string, ElementTexts>();
  for (const [at, place] of wanted.entries()) {
    const names = found[at]?.data?.names;
    if (names !== undefined) texts.set(nameOfVersion(place), textsOf(names));
  }
  return (place) =>
    place.activityId === null ? null : (texts.get(nameOfVersion(place))?.get(place.activityId) ?? place.activityId);
}

/** Of an id `<key>:<version>:<time>`. */
export function versionOfDefinition(key: string, definitionId: string): number | undefined {
  return Number(definitionId.slice(key.length + 1).split(':')[0]) || undefined;
}

/** Name in the first of these versions that has one; otherwise the id. */
export function useNameInVersions(key: string, versions: readonly number[]): (id: string) => string {
  const nameOf = useElementNames(versions.map((version) => ({ key, version })));
  return (activityId) =>
    versions.map((version) => nameOf({ key, version, activityId })).find((name) => name !== activityId) ?? activityId;
}

/** Texts by id, for a filter. `key` '': of no process. */
export function useTextsOfProcess(key: string, version?: string): ElementTexts | undefined {
  const number = /^[1-9]\d*$/.test(version ?? '') ? Number(version) : undefined;
  const names = useQuery({ ...elementNamesQuery(key, number), enabled: key !== '' }).data?.names;
  return useMemo(() => names && textsOf(names), [names]);
}

const kept = new WeakMap<object, ElementTexts>();

function textsOf(names: Readonly<Record<string, string>>): ElementTexts {
  const texts = kept.get(names) ?? elementTexts(Object.entries(names));
  kept.set(names, texts);
  return texts;
}
