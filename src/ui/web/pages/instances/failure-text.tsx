import type { ListedFailure } from '../../../wire/instances.ts';
import { orDash } from '../../components/format.ts';

/** Failure as a cell of a list. */
export function FailureText({ failure }: { readonly failure: ListedFailure | null }) {
  if (failure === null) return <span className="missing">{orDash(null)}</span>;
  const text = `[${failure.code}] ${failure.message}`;
  return (
    <span className="error-text" title={text}>
      {text}
    </span>
  );
}
