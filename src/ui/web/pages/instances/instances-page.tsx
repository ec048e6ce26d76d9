import { Button, NativeSelect } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import type { VersionsView, VersionView } from '../../../wire/workflows.ts';
import { hasCode } from '../../api/client.ts';
import { versionsQuery } from '../../api/views.ts';
import { lazyPart } from '../../components/lazy-part.tsx';
import { useMay, useMayOpen } from '../../components/use-may.ts';
import { versionLabel } from '../../components/version-label.ts';
import { pageTexts } from '../../texts/instances.ts';
import { texts } from '../../texts/texts.ts';
import { NotFoundPage } from '../not-found.tsx';
import { keyOfPath } from '../process/key-of-path.ts';
import { ProcessHeading } from '../process/process-heading.tsx';
import { DefinitionDiagram } from './definition-diagram.tsx';
import { InstanceList } from './instance-list.tsx';

const StartDialog = lazyPart(async () => (await import('../../components/start/start-dialog.tsx')).StartDialog);

/** Instances of all versions or one (docs/contributing/spec/pages.md#instances). Empty for an unknown process. */
export function InstancesPage() {
  const { version: versionText } = useParams();
  const key = keyOfPath(useLocation().pathname);
  const version = versionText === undefined ? undefined : Number(versionText);
  const versions = useQuery(versionsQuery(key));
  const [isStarting, setStarting] = useState(false);
  const may = useMay();
  const mayOpen = useMayOpen();
  const all = versions.data?.versions ?? [];
  const shown = version === undefined ? busiestOf(all) : all.find((definition) => definition.version === version);
  if (versionText !== undefined && !/^\d{1,10}$/.test(versionText)) return <NotFoundPage />;
  return (
    <>
      <ProcessHeading
        workflowKey={key}
        name={versions.data?.name ?? null}
        isDisabled={versions.data?.isActive === false}
        tab="instances"
      >
        <VersionSelect workflowKey={key} version={versionText} versions={all} />
        {shown !== undefined && mayOpen('author') && (
          <Button
            variant="default"
            component={Link}
            to={`/modeler?${new URLSearchParams({ key, version: String(shown.version) })}`}
          >
            {pageTexts.openModeler}
          </Button>
        )}
        {all[0] !== undefined && (
          <Button disabled={!may('operate', key) || versions.data?.isActive !== true} onClick={() => setStarting(true)}>
            {pageTexts.start}
          </Button>
        )}
      </ProcessHeading>
      {shown !== undefined && (
        <DefinitionDiagram workflowKey={key} version={shown.version} isOneOfMany={version === undefined && all.length > 1} />
      )}
      <InstanceList key={key} workflowKey={key} version={version} {...whyEmpty(key, version, versions)} />
      {isStarting && all[0] !== undefined && (
        <StartDialog workflow={{ ...all[0], name: versions.data?.name ?? null }} onClose={() => setStarting(false)} />
      )}
    </>
  );
}

/** Most running instances, else most failed ones, else the latest. */
function busiestOf(versions: readonly VersionView[]): VersionView | undefined {
  return mostBy(versions, 'running') ?? mostBy(versions, 'failed') ?? versions[0];
}

function mostBy(versions: readonly VersionView[], state: 'running' | 'failed'): VersionView | undefined {
  const most = Math.max(0, ...versions.map(({ counts }) => counts[state]));
  return most === 0 ? undefined : versions.find(({ counts }) => counts[state] === most);
}

/** Returns the reason, and whether a start would create an instance in the list: it needs an enabled key and uses the latest version. */
function whyEmpty(
  key: string,
  version: number | undefined,
  { data, error }: Pick<UseQueryResult<VersionsView>, 'data' | 'error'>,
): { readonly hint?: string; readonly canStart: boolean } {
  if (hasCode(error, 'unknown-process')) return { hint: pageTexts.unknownKey(key), canStart: false };
  const latest = data?.versions[0]?.version;
  if (data === undefined || latest === undefined) return { canStart: false };
  if (!data.versions.some((definition) => version === undefined || definition.version === version))
    return { hint: pageTexts.unknownVersion(key, version, latest), canStart: false };
  if (!data.isActive) return { hint: pageTexts.isDisabled(key), canStart: false };
  if (version !== undefined && version !== latest) return { hint: pageTexts.startsLatest(latest), canStart: false };
  return { canStart: true };
}

function VersionSelect(props: {
  readonly workflowKey: string;
  readonly version: string | undefined;
  readonly versions: readonly VersionView[];
}) {
  const { workflowKey, version, versions } = props;
  const navigate = useNavigate();
  const path = `/process-instances/${encodeURIComponent(workflowKey)}`;
  return (
    <NativeSelect
      aria-label={texts.names.version}
      value={version ?? ''}
      onChange={(event) => {
        const chosen = event.currentTarget.value;
        void navigate(chosen === '' ? path : `${path}/${chosen}`);
      }}
      data={[
        { value: '', label: versionLabel(pageTexts.allVersions, versions) },
        ...versions.map((one) => ({ value: String(one.version), label: versionLabel(`v${one.version}`, [one]) })),
      ]}
    />
  );
}
