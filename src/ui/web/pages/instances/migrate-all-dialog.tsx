import { Alert, NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PREVIEW } from '../../api/actions.ts';
import { getService } from '../../api/client.ts';
import { repairs } from '../../api/instance-repairs.ts';
import type { BatchOrder } from '../../api/repairs.ts';
import type { FoundInstances } from '../../api/service-types.ts';
import { versionsQuery } from '../../api/views.ts';
import { RepairAllDialog } from '../../components/batch/repair-all-dialog.tsx';
import { ErrorMessage } from '../../components/error-message.tsx';
import { pageTexts } from '../../texts/instances.ts';
import { repairTexts } from '../../texts/repairs.ts';
import { texts } from '../../texts/texts.ts';
import { Report } from '../instance/repairs/migrate-dialog.tsx';

/** Instances of one process: those with `ids`, or those that match `filters` of the API. */
export type Migrated = { readonly processKey: string } & (
  | { readonly ids: readonly string[]; readonly filters?: never }
  | { readonly filters: string; readonly ids?: never }
);

/** Migrates in a batch. The preview is the migration report of the first one (docs/contributing/spec/pages.md#migrate-many). */
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
    queryFn: async () => {
      const instanceId = ids?.[0] ?? (await firstOf(others ?? ''));
      if (instanceId === undefined) return null;
      return { instanceId, ...(await repairs.migrate({ instanceId, definitionId: target?.definitionId ?? '', dryRun: true })) };
    },
    enabled: target !== undefined,
    gcTime: 0,
    meta: PREVIEW,
    retry: false,
  });
  if (target === undefined) return null;
  const members = { operation: 'migrate', definitionId: target.definitionId } as const;
  const order: BatchOrder = others === undefined ? { ...members, ids: ids ?? [] } : { ...members, filters: others };
  const report = preview.data?.report ?? null;
  return (
    <RepairAllDialog
      order={order}
      what={what}
      isReady={versions.length > 1}
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
      {versions.length > 1 && report !== null && (
        <>
          <Text size="sm">{pageTexts.previewOf(preview.data?.instanceId.slice(0, 8) ?? '')}</Text>
          <Report report={report} />
        </>
      )}
      {versions.length > 1 && preview.error !== null && (
        <Alert color="yellow" variant="light">
          <ErrorMessage text={preview.error.message} />
        </Alert>
      )}
    </RepairAllDialog>
  );
}

async function firstOf(filters: string): Promise<string | undefined> {
  const { items } = await getService<FoundInstances>('/Instances', { filters, pageSize: 1 });
  return items[0]?.instanceId;
}
