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

/**
 * Filters of a list with other names for them, for links by hand.
 * @param others names of further parameters
 * @param aliases filter names by other names
 */
export function useKnownFilters(
  filters: readonly { readonly name: string }[],
  others: readonly string[],
  aliases: Readonly<Record<string, string>>,
) {
  const { get, set, page } = useUrlFilters();
  const [parameters] = useParameters();
  const given = [...parameters.keys()].filter((name) => get(name) !== '');
  const known = new Set([...filters.map(({ name }) => name), ...others]);
  const aliasOf = (name: string) => given.find((other) => aliases[other] === name && Object.hasOwn(aliases, other));
  return {
    page,
    get: (name: string) => get(name) || get(aliasOf(name) ?? ''),
    set: (changes: Parameters<typeof set>[0]) => {
      const replaced = Object.keys(changes).flatMap((name) => aliasOf(name) ?? []);
      set({ ...Object.fromEntries(replaced.map((name) => [name, undefined])), ...changes });
    },
    /** parameters that filter nothing */
    unknown: [...new Set(given)].filter((name) => !known.has(name) && !Object.hasOwn(aliases, name)),
  };
}
