import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import type { Select } from './instance-tabs.tsx';

/** An element, and one of its entries where one is meant. */
export interface Selection {
  readonly element: string;
  readonly entry: string | null;
}

/** What is selected lives in the address, so that a link shows it. */
export function useSelection(): [Selection | null, Select] {
  const [parameters, setParameters] = useSearchParams();
  const select = useCallback<Select>(
    (element, entry) =>
      setParameters(
        (before) => {
          const after = new URLSearchParams(before);
          for (const [name, value] of [
            ['element', element],
            ['entry', entry],
          ] as const) {
            if (value == null) after.delete(name);
            else after.set(name, value);
          }
          return after;
        },
        { replace: true },
      ),
    [setParameters],
  );
  const element = parameters.get('element');
  return [element === null ? null : { element, entry: parameters.get('entry') }, select];
}
