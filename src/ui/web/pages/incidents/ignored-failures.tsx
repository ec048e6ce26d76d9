import { Box, Button, Text } from '@mantine/core';
import { useAction } from '../../api/actions.ts';
import { showFailures } from '../../api/repairs.ts';
import type { IgnoredGroup } from '../../api/service-types.ts';
import { type Column, DataGrid } from '../../components/data-grid.tsx';
import { ElementName } from '../../components/element-name.tsx';
import { orDash } from '../../components/format.ts';
import { ProcessLink } from '../../components/process-link.tsx';
import { Time } from '../../components/time.tsx';
import { type NameOf, useElementNames } from '../../components/use-element-names.ts';
import { useMay } from '../../components/use-may.ts';
import { pageTexts } from '../../texts/incidents.ts';
import { texts } from '../../texts/texts.ts';

/** Folded; each group can be shown again (docs/contributing/spec/incidents.md#ignored). */
export function IgnoredFailures({ groups }: { readonly groups: readonly IgnoredGroup[] }) {
  const may = useMay();
  const nameOf = useElementNames(groups.map(placeOf));
  const show = useAction(showFailures, () => pageTexts.shownAgain);
  return (
    <Box component="details" mt="sm">
      <summary>{pageTexts.ignored(groups.length)}</summary>
      <Text size="sm" my="xs">
        {pageTexts.ignoredNote}
      </Text>
      <DataGrid
        label={pageTexts.ignoredTable}
        columns={columns((key) => may('operate', key), nameOf, show.isPending, show.mutate)}
        rows={groups}
        rowKey={keyOf}
      />
    </Box>
  );
}

function keyOf({ processDefinitionKey, activityId, errorCode, errorMessage, exceptErrorMessages }: IgnoredGroup): string {
  return JSON.stringify([processDefinitionKey, activityId, errorCode, errorMessage, exceptErrorMessages]);
}

function columns(
  mayShow: (key: string) => boolean,
  nameOf: NameOf,
  isBusy: boolean,
  onShow: (group: IgnoredGroup) => void,
): readonly Column<IgnoredGroup>[] {
  return [
    { heading: texts.names.process, cell: (group) => <Where group={group} nameOf={nameOf} /> },
    { heading: texts.names.error, cell: (group) => <span className="error-text">{errorOf(group)}</span> },
    { heading: pageTexts.reason, cell: ({ reason }) => <span className="any-text">{reason}</span> },
    { heading: pageTexts.since, priority: 3, cell: (group) => <Since group={group} /> },
    { heading: pageTexts.until, cell: ({ until }) => <Time value={until} /> },
    {
      heading: pageTexts.ignoredFailures,
      priority: 2,
      cell: ({ incidentCount, failedInstanceCount }) => orDash(pageTexts.ignoredCounts(incidentCount, failedInstanceCount)),
    },
    {
      heading: texts.names.actions,
      cell: (group) => (
        <Button
          size="xs"
          variant="default"
          disabled={!mayShow(group.processDefinitionKey)}
          aria-disabled={isBusy || !mayShow(group.processDefinitionKey)}
          aria-label={pageTexts.showAgainOf(nameOf(placeOf(group)) ?? group.processDefinitionKey)}
          onClick={() => !isBusy && onShow(group)}
        >
          {pageTexts.showAgain}
        </Button>
      ),
    },
  ];
}

const placeOf = ({ processDefinitionKey: key, activityId }: IgnoredGroup) => ({ key, activityId });

/** Process, with the element if the failures have one. */
function Where({ group, nameOf }: { readonly group: IgnoredGroup; readonly nameOf: NameOf }) {
  const { processDefinitionKey, activityId } = group;
  return (
    <>
      <ProcessLink processKey={processDefinitionKey} />
      {activityId !== null && (
        <Text size="xs" className="any-text">
          <ElementName name={nameOf(placeOf(group))} id={activityId} />
        </Text>
      )}
    </>
  );
}

/** Time, with the user if known. */
function Since({ group: { ignoredAt, ignoredBy } }: { readonly group: IgnoredGroup }) {
  return (
    <>
      <Time value={ignoredAt} />
      {ignoredBy !== null && (
        <Text size="xs" c="dimmed" className="any-text">
          {pageTexts.by(ignoredBy)}
        </Text>
      )}
    </>
  );
}

function errorOf({ errorCode, errorMessage, exceptErrorMessages: except }: IgnoredGroup): string {
  const any = except.length === 0 ? pageTexts.anyMessage : pageTexts.otherMessages(except.join(' · '));
  return `${errorCode === null ? '' : `[${errorCode}] `}${errorMessage ?? any}`;
}
