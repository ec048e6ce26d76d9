import { useCallback } from 'react';
import { useParameters } from '../../components/use-parameters.ts';
import type { Select } from './instance-tabs.tsx';

/** An element, and one of its entries where one is meant. */
export interface Selection {
  readonly element: string;
  readonly entry: string | null;
}

/** What is selected lives in the address, so that a link shows it. */
export function useSelection(): [Selection | null, Select] {
  const [parameters, change] = useParameters();
  const select = useCallback<Select>((element, entry) => change({ element, entry }), [change]);
  const element = parameters.get('element');
  return [element === null ? null : { element, entry: parameters.get('entry') }, select];
}
