import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** Filters that live in the address, so that a link shows what its sender saw. An empty value is left out; a change goes back to page 1. */
export function useUrlFilters(): {
  readonly get: (name: string) => string;
  readonly page: number;
  readonly set: (changes: Readonly<Record<string, string | number | undefined>>) => void;
} {
  const [parameters, setParameters] = useSearchParams();
  const set = useCallback(
    (changes: Readonly<Record<string, string | number | undefined>>) =>
      setParameters(
        (before) => {
          const after = new URLSearchParams(before);
          if (!Object.hasOwn(changes, 'page')) after.delete('page');
          for (const [name, value] of Object.entries(changes)) {
            if (value === undefined || value === '' || (name === 'page' && value === 1)) after.delete(name);
            else after.set(name, String(value));
          }
          return after;
        },
        { replace: true },
      ),
    [setParameters],
  );
  const page = Number(parameters.get('page') ?? '1');
  return { get: (name) => parameters.get(name) ?? '', page: Number.isInteger(page) && page > 0 ? page : 1, set };
}
