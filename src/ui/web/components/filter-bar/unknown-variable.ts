import { useQuery } from '@tanstack/react-query';
import type { KnownVariableView } from '../../../wire/search.ts';
import { getView } from '../../api/client.ts';
import { texts } from '../../texts/texts.ts';
import { partsOfComparison } from './list-filters.ts';

/**
 * Sentence for an empty list if no instance has one of the compared variables.
 * @param variables address parameter: comparisons, one per line
 */
export function useUnknownVariable(variables: string, isEmpty: boolean): string | undefined {
  const paths = [...new Set(variables.split('\n').flatMap((line) => partsOfComparison(line)?.path ?? []))];
  const { data } = useQuery({
    queryKey: ['variables/known', paths],
    queryFn: async ({ signal }) => {
      for (const path of paths) {
        const answer = await getView<KnownVariableView>('variables/known', { path }, signal);
        if (answer.isKnown === false) return { path, ...answer };
      }
      return null;
    },
    enabled: isEmpty && paths.length > 0,
  });
  if (!isEmpty || data == null) return undefined;
  return texts.filters.unknownVariable(data.path, data.isWhole ? undefined : data.read);
}
