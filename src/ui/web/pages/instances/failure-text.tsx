import type { ListedFailure, ListedOpenIncident } from '../../../wire/instances.ts';
import { ErrorText } from '../../components/error-text.tsx';
import { orDash } from '../../components/format.ts';
import { Badge } from '../../components/status-badge.tsx';
import { pageTexts } from '../../texts/instances.ts';

/** Failure or open incident as a cell of a list; without one, that of a called instance. */
export function FailureText(props: {
  readonly failure: ListedFailure | null;
  readonly incident?: ListedOpenIncident | undefined;
  readonly called?: ListedOpenIncident | undefined;
}) {
  const { incident, called } = props;
  const failure = props.failure ?? incident ?? null;
  if (failure === null && called !== undefined) {
    return (
      <>
        <Badge tone="incident">{pageTexts.calledIncidents(called.openIncidents)}</Badge>
        <ErrorText text={`[${called.code}] ${called.message}`} />
      </>
    );
  }
  if (failure === null) return <span className="missing">{orDash(null)}</span>;
  const text = `[${failure.code}] ${failure.message}`;
  return (
    <>
      {incident !== undefined && <Badge tone="incident">{pageTexts.incidents(incident.openIncidents)}</Badge>}
      <ErrorText text={text} />
    </>
  );
}
