import type { ListedFailure, ListedOpenIncident } from '../../../wire/instances.ts';
import { ErrorText } from '../../components/error-text.tsx';
import { orDash } from '../../components/format.ts';
import { Badge } from '../../components/status-badge.tsx';
import { pageTexts } from '../../texts/instances.ts';

/** Failure or open incident as a cell of a list. */
export function FailureText(props: { readonly failure: ListedFailure | null; readonly incident?: ListedOpenIncident }) {
  const { incident } = props;
  const failure = props.failure ?? incident ?? null;
  if (failure === null) return <span className="missing">{orDash(null)}</span>;
  const text = `[${failure.code}] ${failure.message}`;
  return (
    <>
      {incident !== undefined && <Badge tone="incident">{pageTexts.incidents(incident.openIncidents)}</Badge>}
      <ErrorText text={text} />
    </>
  );
}
