import { useQueryClient } from '@tanstack/react-query';
import { dmnQuery } from '../../../api/decisions.ts';
import { benchInputs } from '../bench-inputs.ts';
import { type BenchEntries, entriesFor } from '../bench-values.ts';
import { readFile } from '../dmn-file.ts';

/** Gets the focus. */
export const EVALUATE_ID = 'bench-evaluate';

/** Fills the test bench with the variables of an evaluation, shows its version and focuses the button to evaluate. */
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
