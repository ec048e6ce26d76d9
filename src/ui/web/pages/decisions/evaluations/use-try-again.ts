import { useQueryClient } from '@tanstack/react-query';
import { dmnQuery } from '../../../api/decisions.ts';
import { benchInputs } from '../bench-inputs.ts';
import { type BenchEntries, entriesFor } from '../bench-values.ts';
import { readFile } from '../dmn-file.ts';

/** Focus target of `try again`. */
export const EVALUATE_ID = 'bench-evaluate';

/**
 * Returns a function that fills the test bench with the variables of an evaluation, in the fields of its version, and shows that
 * version. Then the button to evaluate has the focus.
 */
export function useTryAgain(
  key: string,
  shown: number,
  fill: (entries: BenchEntries) => void,
  onShowVersion: (version: number) => void,
): (version: number, variables: Readonly<Record<string, unknown>>) => void {
  const queries = useQueryClient();
  return async (version, variables) => {
    // the page shows the error of a missing file; input needs no fields
    const text = await queries.ensureQueryData(dmnQuery(key, version)).catch(() => '');
    const file = readFile(text);
    fill(entriesFor(file === undefined ? [] : benchInputs(file, key), variables));
    if (version !== shown) onShowVersion(version);
    document.getElementById(EVALUATE_ID)?.focus();
  };
}
