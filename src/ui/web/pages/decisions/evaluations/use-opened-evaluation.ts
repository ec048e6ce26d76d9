import { useQuery } from '@tanstack/react-query';
import { type EvaluationRow, evaluationQuery } from '../../../api/decision-evaluations.ts';
import { useUrlFilters } from '../../../components/use-url-filters.ts';

/** Named in the address. */
export interface OpenedEvaluation {
  /** empty: none is named */
  readonly id: string;
  /** undefined: none, loading, or not stored */
  readonly evaluation: EvaluationRow | undefined;
  /** only valid for a named one. `gone`: not stored */
  readonly phase: 'loading' | 'there' | 'gone' | 'failed';
  readonly failure: string;
  readonly again: () => void;
  /** `isDeployed`: its version is deployed, so the page shows it */
  readonly open: (evaluation: EvaluationRow, isDeployed: boolean) => void;
  readonly close: () => void;
}

/** `?evaluation=` names it. `open` and `close` change the address. */
export function useOpenedEvaluation(key: string): OpenedEvaluation {
  const { get, set, page } = useUrlFilters();
  const id = get('evaluation');
  const read = useQuery({ ...evaluationQuery(key, id), enabled: id !== '' });
  const evaluation = id === '' ? undefined : read.data?.items[0];
  return {
    id,
    evaluation,
    phase: evaluation !== undefined ? 'there' : read.isError ? 'failed' : read.isPending ? 'loading' : 'gone',
    failure: read.error?.message ?? '',
    again: () => void read.refetch(),
    open: ({ evaluationId, version }, isDeployed) => set({ evaluation: evaluationId, page, ...(isDeployed && { version }) }),
    close: () => set({ evaluation: '', page }),
  };
}
