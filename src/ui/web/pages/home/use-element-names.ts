import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { xmlQuery } from '../../api/views.ts';
import { outlineOf } from '../../components/diagram/xml-outline.ts';

/** Place in a version of a process. */
interface Place {
  readonly key: string;
  readonly version: number;
  readonly activityId: string | null;
}

/** The id if the element has no name or the model is not loaded. */
export type NameOf = (place: Place) => string | null;

/** Models read for names; other rows show ids. */
const MOST_MODELS = 10;

/** Reads each model once. */
export function useElementNames(places: readonly Place[]): NameOf {
  const queries = useQueryClient();
  const versions = new Map(places.map(({ key, version }) => [`${key} ${version}`, { key, version }]));
  const wanted = [...versions].slice(0, MOST_MODELS);
  const { data: texts } = useQuery({
    queryKey: ['models of groups', wanted.map(([name]) => name)],
    queryFn: () => Promise.all(wanted.map(([, { key, version }]) => queries.fetchQuery(xmlQuery(key, version)).catch(() => ''))),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const names = wanted.map(([name]) => name).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the versions are new at every render, their names show whether they differ
  return useMemo(() => {
    const outlines = new Map(wanted.map(([name], at) => [name, outlineOf(texts?.[at] ?? '')]));
    return ({ key, version, activityId }) => {
      if (activityId === null) return null;
      const name = outlines.get(`${key} ${version}`)?.get(activityId)?.name?.trim();
      return name === undefined || name === '' ? activityId : name.replaceAll(/\s+/g, ' ');
    };
  }, [names, texts]);
}
