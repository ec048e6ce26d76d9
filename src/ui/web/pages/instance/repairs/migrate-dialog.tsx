import '@mantine/core/styles/List.css';
import { Alert, List, NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { InstanceHeader } from '../../../../wire/instances.ts';
import { PREVIEW, useAction } from '../../../api/actions.ts';
import { repairs } from '../../../api/instance-repairs.ts';
import type { MigrationAnswer } from '../../../api/repair-types.ts';
import { versionsQuery } from '../../../api/views.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { useNameInVersions } from '../../../components/use-element-names.ts';
import { repairTexts } from '../../../texts/repairs.ts';
import { texts } from '../../../texts/texts.ts';

/** Report lines; of the others, only the number is shown. */
const MOST = 8;

/** Migrates an instance after a preview (docs/contributing/spec/moving-to-a-version.md). */
export function MigrateDialog({ instance, onClose }: { readonly instance: InstanceHeader; readonly onClose: () => void }) {
  const { instanceId, key, version } = instance;
  const versions = useQuery(versionsQuery(key));
  const others = versions.data?.versions.filter((other) => other.version !== version) ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const definitionId = chosen ?? others[0]?.definitionId;
  const preview = useQuery({
    queryKey: ['preview of a migration', instanceId, definitionId],
    queryFn: () => repairs.migrate({ instanceId, definitionId: definitionId ?? '', dryRun: true }),
    enabled: definitionId !== undefined,
    gcTime: 0,
    meta: PREVIEW,
    retry: false,
  });
  const migrate = useAction(
    async (request: Parameters<typeof repairs.migrate>[0]) => {
      const answer = await repairs.migrate(request);
      onClose(); // before the next read: the preview would show the finished migration
      return answer;
    },
    ({ version: to }) => repairTexts.migrate.done(to),
    { showsRefusal: false },
  );
  const target = versions.data?.versions.find((other) => other.definitionId === definitionId)?.version;
  const nameOf = useNameInVersions(key, target === undefined ? [version] : [version, target]);
  const report = preview.data?.report ?? null;
  return (
    <Dialog
      title={repairTexts.migrate.title}
      action={repairTexts.migrate.act}
      isReady={definitionId !== undefined && report?.isPossible === true}
      isBusy={migrate.isPending || preview.isFetching}
      refusal={(migrate.error ?? preview.error ?? versions.error)?.message}
      onAction={() => {
        if (definitionId !== undefined) migrate.mutate({ instanceId, definitionId, dryRun: false });
      }}
      onClose={onClose}
    >
      {versions.data !== undefined && others.length === 0 && <Text>{repairTexts.migrate.noOther(key)}</Text>}
      {others.length > 0 && (
        <NativeSelect
          label={texts.names.version}
          data-autofocus
          data={others.map((other) => ({ value: other.definitionId, label: `v${other.version}` }))}
          value={definitionId}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      )}
      {report !== null && <Report report={report} nameOf={nameOf} />}
    </Dialog>
  );
}

/** Changes of a migration, or why it is not possible. */
export function Report(props: {
  readonly report: NonNullable<MigrationAnswer['report']>;
  /** of any version */
  readonly nameOf: (id: string) => string;
}) {
  const { report, nameOf } = props;
  const { isPossible, refusals, activities, events } = report;
  if (!isPossible) {
    return (
      <Alert color="red" variant="light" role="alert" title={repairTexts.migrate.impossible}>
        <Lines
          lines={refusals.map(({ activityId, reason }) => (activityId === null ? reason : `${nameOf(activityId)}: ${reason}`))}
        />
      </Alert>
    );
  }
  const moved = activities.map(({ from, to }) =>
    from === to ? repairTexts.migrate.stays(nameOf(from)) : repairTexts.migrate.becomes(nameOf(from), to && nameOf(to)),
  );
  const waited = events
    .filter(({ becomes }) => becomes !== 'kept')
    .map(({ from, to, becomes }) => `${nameOf(to ?? from ?? '')}: ${repairTexts.migrate.waits[becomes] ?? becomes}`);
  return (
    <div role="status">
      <Text size="sm">{repairTexts.migrate.possible}</Text>
      <Lines lines={[...moved, ...waited]} />
    </div>
  );
}

function Lines({ lines }: { readonly lines: readonly string[] }) {
  return (
    <List size="sm" className="any-text">
      {lines.slice(0, MOST).map((text) => (
        <List.Item key={text}>{text}</List.Item>
      ))}
      {lines.length > MOST && <List.Item>{repairTexts.trouble.more(lines.length - MOST)}</List.Item>}
    </List>
  );
}
