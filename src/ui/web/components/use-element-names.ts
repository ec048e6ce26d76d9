import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { elementNamesQuery } from '../api/views.ts';
import { type ElementTexts, elementTexts } from './element-texts.ts';

/** Element of a process. `version` absent: of the latest one. */
export interface ElementPlace {
  readonly key: string;
  readonly version?: number | undefined;
  readonly activityId: string | null;
}

/** The id if the element has no name or the names are not loaded. */
export type NameOf = (place: ElementPlace) => string | null;

/** Versions read for names; other rows show ids. */
const MOST_VERSIONS = 20;

const NO_NAMES = { names: {} };

const nameOfVersion = ({ key, version }: Pick<ElementPlace, 'key' | 'version'>) => `${key} ${version ?? ''}`;

/** Reads each version once, not again for other rows or pages. */
export function useElementNames(places: readonly Pick<ElementPlace, 'key' | 'version'>[]): NameOf {
  const queries = useQueryClient();
  const wanted = [...new Map(places.map((place) => [nameOfVersion(place), place]))].slice(0, MOST_VERSIONS);
  const { data } = useQuery({
    queryKey: ['names of elements', wanted.map(([name]) => name)],
    queryFn: async () => {
      const read = ({ key, version }: Pick<ElementPlace, 'key' | 'version'>) =>
        queries.fetchQuery(elementNamesQuery(key, version)).catch(() => NO_NAMES);
      return Promise.all(wanted.map(async ([name, place]) => [name, (await read(place)).names] as const));
    },
    enabled: wanted.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
  const texts = useMemo(() => new Map(data?.map(([name, names]) => [name, elementTexts(Object.entries(names))])), [data]);
  return (place) => {
    const { activityId } = place;
    return activityId === null ? null : (texts.get(nameOfVersion(place))?.get(activityId) ?? activityId);
  };
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
  return useMemo(() => names && elementTexts(Object.entries(names)), [names]);
}
