import { Link } from 'react-router';
import type { CalledIncidentItem } from '../../api/repair-types.ts';
import { pageTexts } from '../../texts/instance.ts';
import { placeOfIncident } from './moment-marks.ts';

/** Leads to the latest incident below a call. `isInTree`: short text; the tree is one tab stop. */
export function CalledIncidentLink({
  incident,
  isInTree = false,
}: {
  readonly incident: CalledIncidentItem;
  readonly isInTree?: boolean;
}) {
  return (
    <Link
      to={placeOfIncident(incident)}
      className="link-button small"
      title={`[${incident.errorCode}] ${incident.errorMessage}`}
      {...(isInTree && { tabIndex: -1, 'aria-label': pageTexts.calledIncidents(incident.openIncidents) })}
      onClick={(event) => event.stopPropagation()}
    >
      {isInTree ? pageTexts.incident : pageTexts.calledIncidents(incident.openIncidents)}
    </Link>
  );
}
