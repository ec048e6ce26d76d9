import '@mantine/core/styles/List.css';
import { Alert, List, NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PREVIEW } from '../../api/actions.ts';
import type { BatchOrder } from '../../api/repairs.ts';
import { versionsQuery } from '../../api/views.ts';
import { RepairAllDialog } from '../../components/batch/repair-all-dialog.tsx';
import { ErrorMessage } from '../../components/error-message.tsx';
import { instanceFilter } from '../../components/filters-of-failures.ts';
import { useNameInVersions } from '../../components/use-element-names.ts';
import { pageTexts } from '../../texts/instances.ts';
import { repairTexts } from '../../texts/repairs.ts';
import { texts } from '../../texts/texts.ts';
import { Report } from '../instance/repairs/migrate-dialog.tsx';
import { type MigrationPreview, type PreviewedGroup, previewMigration } from './migration-preview.ts';

/** Latest versions whose names are read. */
const MOST_NAMED = 5;
/** Conflicts of a group; of the others, only the number is shown. */
const MOST_REASONS = 3;

/** Instances of one process: those with `ids`, or those that match `filters` of the API. */
export type Migrated = { readonly processKey: string } & (
  | { readonly ids: readonly string[]; readonly filters?: never }
  | { readonly filters: string; readonly ids?: never }
);

/** Migrates in a batch. The preview has a dry run for each group of instances with the same active elements (docs/contributing/spec/pages.md#migrate-many). */
export function MigrateAllDialog(props: {
  readonly migrated: Migrated;
  readonly what?: string | undefined;
  readonly onCreated?: () => void;
  readonly onClose: () => void;
}) {
  const { migrated, what, onCreated, onClose } = props;
  const { processKey, ids, filters } = migrated;
  const versions = useQuery(versionsQuery(processKey)).data?.versions ?? [];
  const [chosen, setChosen] = useState<number | undefined>();
  const target = versions.find(({ version }) => version === chosen) ?? versions[0];
  const others = filters === undefined ? undefined : `${filters},Version!=${target?.version}`;
  const preview = useQuery({
    queryKey: ['preview of a migration', migrated, target?.definitionId],
    queryFn: () => previewMigration(target?.definitionId ?? '', { filters: others ?? runningOf(processKey), ids }),
    enabled: target !== undefined && versions.length > 1,
    gcTime: 0,
    meta: PREVIEW,
    retry: false,
  });
  const nameOf = useNameInVersions(
    processKey,
    versions.slice(0, MOST_NAMED).map(({ version }) => version),
  );
  if (target === undefined) return null;
  const members = { operation: 'migrate', definitionId: target.definitionId } as const;
  const order: BatchOrder = others === undefined ? { ...members, ids: ids ?? [] } : { ...members, filters: others };
  return (
    <RepairAllDialog
      order={order}
      what={what}
      isReady={versions.length > 1 && !isImpossible(preview.data)}
      {...(onCreated !== undefined && { onCreated })}
      onClose={onClose}
    >
      {versions.length === 1 ? (
        <Text>{repairTexts.migrate.noOther(processKey)}</Text>
      ) : (
        <NativeSelect
          label={texts.names.version}
          data-autofocus
          data={versions.map(({ version }) => ({ value: String(version), label: `v${version}` }))}
          value={String(target.version)}
          onChange={(event) => setChosen(Number(event.currentTarget.value))}
        />
      )}
      {versions.length > 1 &&
        (preview.data === undefined ? preview.isFetching && <Checking /> : <Preview preview={preview.data} nameOf={nameOf} />)}
      {versions.length > 1 && preview.error !== null && (
        <Alert color="yellow" variant="light">
          <ErrorMessage text={preview.error.message} />
        </Alert>
      )}
    </RepairAllDialog>
  );
}

/** `GET /Instances` has no filter for ids, so that the rows of chosen instances are among these. */
function runningOf(processKey: string): string {
  const values: Readonly<Record<string, string>> = { key: processKey, status: 'Running' };
  return instanceFilter((name) => values[name] ?? '');
}

/** No instance can be migrated. */
function isImpossible(preview: MigrationPreview | undefined): boolean {
  return preview?.unchecked === 0 && preview.groups.length > 0 && preview.groups.every(({ reasons }) => reasons.length > 0);
}

function Checking() {
  return <Text size="sm">{pageTexts.migration.checking}</Text>;
}

/** Numbers, conflicts of each group, and the effect on the first instance of the largest group without conflict. */
function Preview({ preview, nameOf }: { readonly preview: MigrationPreview; readonly nameOf: (id: string) => string }) {
  const { groups, unchecked } = preview;
  const sum = (some: readonly PreviewedGroup[]) => some.reduce((total, { count }) => total + count, 0);
  const possible = groups.filter(({ reasons }) => reasons.length === 0);
  const refused = groups.filter(({ reasons }) => reasons.length > 0);
  const [first] = possible;
  if (groups.length === 0) return null;
  return (
    <>
      <Text size="sm" role="status">
        {pageTexts.migration.possible(sum(possible), sum(groups))}
        {groups.length > 1 && ` ${pageTexts.migration.sampled(groups.length)}`}
        {unchecked > 0 && ` ${pageTexts.migration.unchecked(unchecked)}`}
      </Text>
      {refused.length > 0 && (
        <Alert color="red" variant="light" role="alert" title={pageTexts.migration.impossible(sum(refused))}>
          <List size="sm" className="any-text">
            {refused.map(({ instanceId, elements, count, reasons }) => (
              <List.Item key={instanceId}>
                {pageTexts.migration.group(count, elements.map(nameOf).join(', ') || `${instanceId.slice(0, 8)}…`)}
                <br />
                {reasons.slice(0, MOST_REASONS).join(' · ')}
                {reasons.length > MOST_REASONS && ` · ${repairTexts.trouble.more(reasons.length - MOST_REASONS)}`}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      {first?.report !== undefined && (
        <>
          <Text size="sm">{pageTexts.previewOf(first.instanceId.slice(0, 8))}</Text>
          <Report report={first.report} nameOf={nameOf} />
        </>
      )}
    </>
  );
}
