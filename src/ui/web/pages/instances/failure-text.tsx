import type { ListedFailure } from '../../../wire/instances.ts';
import { ErrorText } from '../../components/error-text.tsx';
import { orDash } from '../../components/format.ts';

/** Failure or open incident as a cell of a list; without one, that of a called instance. */
export function FailureText(props: {
  readonly failure: ListedFailure | null;
  readonly incident?: ListedFailure | undefined;
  readonly called?: ListedFailure | undefined;
}) {
  const failure = props.failure ?? props.incident ?? props.called;
  if (failure === undefined) return <span className="missing">{orDash(null)}</span>;
  return <ErrorText text={`[${failure.code}] ${failure.message}`} />;
}
