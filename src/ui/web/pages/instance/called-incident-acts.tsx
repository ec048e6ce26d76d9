import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { useAction } from '../../api/actions.ts';
import { repairs } from '../../api/instance-repairs.ts';
import type { CalledIncidentItem } from '../../api/repair-types.ts';
import { formatTime } from '../../components/format.ts';
import { lazyPart } from '../../components/lazy-part.tsx';
import { useMay } from '../../components/use-may.ts';
import { pageTexts } from '../../texts/instance.ts';
import { repairTexts } from '../../texts/repairs.ts';
import { texts } from '../../texts/texts.ts';
import { placeOfIncident } from './moment-marks.ts';

// loaded when first opened
const EditCalledDialog = lazyPart(async () => (await import('./repairs/edit-called-dialog.tsx')).EditCalledDialog);

/** Repairs the latest incident of a called instance, without leaving the caller. */
export function CalledIncidentActs({ incident }: { readonly incident: CalledIncidentItem }) {
  const { incidentId, processDefinitionKey: key, processName, activityId, activityName } = incident;
  const may = useMay();
  const retry = useAction(repairs.retry, () => repairTexts.trouble.retried);
  const [isEditing, setEditing] = useState(false);
  const names = [activityName ?? activityId, processName ?? key] as const;
  return (
    <>
      <FailedAgain incident={incident} />
      {may('operate', key) && (
        <>
          <Button
            size="compact-xs"
            loading={retry.isPending}
            aria-label={pageTexts.why.retryCalled(...names)}
            onClick={() => retry.mutate(incidentId)}
          >
            {texts.shared.retry}
          </Button>
          <Button size="compact-xs" variant="default" onClick={() => setEditing(true)}>
            {pageTexts.why.variablesOf(names[1])}
          </Button>
        </>
      )}
      <Button size="compact-xs" variant="default" component={Link} to={placeOfIncident(incident)}>
        {pageTexts.why.openStuck}
      </Button>
      {isEditing && <EditCalledDialog incident={incident} onClose={() => setEditing(false)} />}
    </>
  );
}

/** Result of earlier retries. */
function FailedAgain({ incident: { count = 1, lastFailedAt = null } }: { readonly incident: CalledIncidentItem }) {
  if (count < 2) return null;
  return (
    <Text size="sm" role="status" w="100%">
      {pageTexts.why.failedAgain(formatTime(lastFailedAt))} {repairTexts.trouble.inARow(count)}.
    </Text>
  );
}
