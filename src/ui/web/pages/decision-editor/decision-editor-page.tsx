import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { decisionVersionsQuery, dmnQuery } from '../../api/decisions.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorBar } from '../../components/error-bar.tsx';
import { Loading } from '../../components/loading.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { decisionsTexts } from '../../texts/decisions.ts';
import './decision-editor.css';
import '../decisions/decisions.css';
import { draftOfVersion, forgetDraft, readDraft } from './drafts.ts';
import { EditedFile } from './edited-file.tsx';
import { OtherFiles } from './other-files.tsx';

const words = decisionsTexts.editor;

/** See docs/contributing/spec/pages.md#decision-editor. Address parameters: `key` and `version`, `key` for the newest version, or `draft`. */
export function DecisionEditorPage() {
  const [parameters] = useSearchParams();
  const [key, version, draft] = [parameters.get('key'), Number(parameters.get('version')), parameters.get('draft')];
  if (draft !== null) return <Draft key={draft} id={draft} />;
  if (key !== null && version === 0) return <Newest key={key} decisionKey={key} />;
  if (key !== null) return <Version key={`${key} ${version}`} decisionKey={key} version={version} />;
  return (
    <>
      <PageHeading title={words.title}>
        <OtherFiles />
      </PageHeading>
      <EmptyState text={words.nothingOpen} />
    </>
  );
}

function Draft({ id }: { readonly id: string }) {
  const [xml] = useState(() => readDraft(id));
  const navigate = useNavigate();
  const discard = () => {
    forgetDraft(id);
    void navigate('/decision-editor');
  };
  if (xml !== undefined) return <EditedFile xml={xml} draftId={id} isDraft title={words.draftTitle(id)} onDiscard={discard} />;
  return (
    <>
      <PageHeading title={words.title}>
        <OtherFiles />
      </PageHeading>
      <EmptyState text={words.draftIsGone(id)} />
    </>
  );
}

/** Redirects to the newest version. Without versions, to version 1, which shows `not found`. */
function Newest({ decisionKey }: { readonly decisionKey: string }) {
  const versions = useQuery(decisionVersionsQuery(decisionKey));
  if (versions.data !== undefined) {
    const version = Math.max(1, versions.data.nextVersion - 1);
    return <Navigate to={`?${new URLSearchParams({ key: decisionKey, version: String(version) })}`} replace />;
  }
  return <Pending title={words.title} query={versions} />;
}

function Version({ decisionKey, version }: { readonly decisionKey: string; readonly version: number }) {
  const id = draftOfVersion(decisionKey, version);
  const [draft, setDraft] = useState(() => readDraft(id));
  const [discarded, setDiscarded] = useState(0);
  const deployed = useQuery({ ...dmnQuery(decisionKey, version), enabled: draft === undefined });
  const title = words.versionTitle(decisionKey, version);
  const xml = draft ?? deployed.data;
  if (xml !== undefined)
    return (
      <EditedFile
        key={discarded}
        xml={xml}
        draftId={id}
        isDraft={draft !== undefined}
        opened={{ key: decisionKey, version }}
        title={title}
        onDiscard={() => {
          forgetDraft(id);
          setDraft(undefined);
          setDiscarded(discarded + 1);
        }}
      />
    );
  return <Pending title={title} query={deployed} />;
}

/** Placeholder of a file that is loading or failed to load. */
function Pending({ title, query }: { readonly title: string; readonly query: UseQueryResult<unknown> }) {
  return (
    <>
      <PageHeading title={title} />
      {query.isError ? (
        <ErrorBar text={`${decisionsTexts.one.failed}: ${query.error.message}`} onRetry={() => void query.refetch()} />
      ) : (
        <Loading />
      )}
    </>
  );
}
