import { useCallback } from 'react';
import { useParameters } from './use-parameters.ts';

/** Filters in the address, so that links show the same. An empty value is removed; a change returns to page 1. */
export function useUrlFilters(): {
  readonly get: (name: string) => string;
  readonly page: number;
  readonly set: (changes: Readonly<Record<string, string | number | undefined>>) => void;
} {
  const [parameters, change] = useParameters();
  const set = useCallback(
    ({ page, ...changes }: Readonly<Record<string, string | number | undefined>>) => {
      const texts = Object.entries(changes).map(([name, value]) => [name, value?.toString()] as const);
      change({ ...Object.fromEntries(texts), page: page === 1 ? undefined : page?.toString() });
    },
    [change],
  );
  const page = Number(parameters.get('page') ?? '1');
  return { get: (name) => parameters.get(name) ?? '', page: Number.isInteger(page) && page > 0 ? page : 1, set };
}
