import { Anchor, Button, NativeSelect } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import type { DecisionVersionsView, DecisionVersionView } from '../../../wire/decisions.ts';
import { evaluationsPath } from '../../api/decision-evaluations.ts';
import { decisionVersionsQuery } from '../../api/decisions.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { List } from '../../components/list.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { RefreshButton } from '../../components/refresh-button.tsx';
import { useMayOpen } from '../../components/use-may.ts';
import { editorPath, UserGrid, VersionGrid, XmlLink } from './decision-grid.tsx';
import { DecisionView } from './decision-view.tsx';
import { EvaluationPanel } from './evaluations/evaluation-panel.tsx';
import { EvaluationsSection } from './evaluations/evaluations-section.tsx';
import { type OpenedEvaluation, useOpenedEvaluation } from './evaluations/use-opened-evaluation.ts';
import { UsesSection } from './evaluations/uses-section.tsx';
import '../../components/facts/facts.css';
import './decisions.css';
import { useParameters } from '../../components/use-parameters.ts';
import { decisionsTexts } from '../../texts/decisions.ts';

const words = decisionsTexts.one;

/** See docs/contributing/spec/pages.md#decision. */
export function DecisionPage() {
  const { key = '' } = useParams();
  const { versions, opened, asked, shown, isDeployed, showVersion } = useShownVersion(key);
  const evaluations = (
    <EvaluationsSection
      decisionKey={key}
      isUnknown={versions.data?.versions.length === 0}
      opened={opened.id}
      onOpen={(evaluation) => opened.open(evaluation, isDeployed(evaluation.version))}
    />
  );
  const queries = useQueryClient();
  const refresh = () => {
    void versions.refetch();
    void queries.invalidateQueries({ queryKey: [evaluationsPath(key)] });
    void queries.invalidateQueries({ queryKey: ['decisions/uses'] });
  };
  return (
    <>
      <Heading
        decisionKey={key}
        shown={shown}
        versions={versions.data?.versions ?? []}
        isLoading={versions.isFetching}
        onShowVersion={showVersion}
        onRefresh={refresh}
      />
      <List query={versions} failure={words.failed} isEmpty={(data) => data.versions.length === 0} empty={words.unknown(key)}>
        {() =>
          shown === undefined ? (
            <EmptyState text={words.unknownVersion(key, asked ?? '')} />
          ) : (
            <DecisionView
              key={key}
              decisionKey={key}
              version={shown.version}
              opened={opened}
              isDeployed={isDeployed}
              onShowVersion={showVersion}
            >
              <div className="decision-rows-area">
                <UsesSection decisionKey={key} version={shown.version} />
                {evaluations}
              </div>
            </DecisionView>
          )
        }
      </List>
      {versions.data !== undefined && shown === undefined && (
        <>
          {opened.id !== '' && <EvaluationPanel opened={opened} isDeployed={isDeployed} onShowVersion={showVersion} />}
          {evaluations}
        </>
      )}
      {versions.data !== undefined && versions.data.versions.length > 0 && (
        <VersionSections data={versions.data} shown={shown?.version ?? 0} />
      )}
    </>
  );
}

/** Versions, and processes that use the decision. */
function VersionSections({ data, shown }: { readonly data: DecisionVersionsView; readonly shown: number }) {
  return (
    <>
      <section className="decision-rows">
        <h2>{words.versions}</h2>
        <VersionGrid versions={data.versions} shown={shown} />
      </section>
      <section className="decision-rows">
        <h2>{words.usedBy}</h2>
        {data.users.length === 0 ? <p>{words.unused}</p> : <UserGrid users={data.users} />}
      </section>
    </>
  );
}

/** The address selects the version by number or evaluation. */
function useShownVersion(key: string) {
  const [parameters, change] = useParameters();
  const versions = useQuery(decisionVersionsQuery(key));
  const opened = useOpenedEvaluation(key);
  const asked = parameters.get('version');
  const isDeployed = (wanted: number) => versions.data?.versions.some(({ version }) => version === wanted) === true;
  const shown = shownOf(versions.data, asked ?? versionOf(opened, isDeployed));
  const showVersion = (version: number) => change({ version: String(version) }, { isStep: true });
  return { versions, opened, asked, shown, isDeployed, showVersion };
}

function Heading(props: {
  readonly decisionKey: string;
  readonly shown: DecisionVersionView | undefined;
  readonly versions: readonly DecisionVersionView[];
  readonly isLoading: boolean;
  readonly onShowVersion: (version: number) => void;
  readonly onRefresh: () => void;
}) {
  const { decisionKey, shown, versions, isLoading, onShowVersion, onRefresh } = props;
  const mayEdit = useMayOpen();
  return (
    <PageHeading title={shown === undefined ? words.titleOfNone(decisionKey) : words.title(decisionKey, shown.version)}>
      <Anchor component={Link} to="/decisions" size="sm">
        {words.all}
      </Anchor>
      {shown !== undefined && (
        <NativeSelect
          aria-label={words.version}
          value={String(shown.version)}
          data={versions.map(({ version }, index) => ({
            value: String(version),
            label: index === 0 ? words.latest(version) : `v${version}`,
          }))}
          onChange={(event) => onShowVersion(Number(event.currentTarget.value))}
        />
      )}
      {shown !== undefined && <XmlLink row={shown} />}
      {shown !== undefined && mayEdit('author', decisionKey) && (
        <Button size="xs" variant="default" component={Link} to={editorPath(decisionKey, shown.version)}>
          {decisionsTexts.editor.edit}
        </Button>
      )}
      <RefreshButton isLoading={isLoading} onClick={onRefresh} />
    </PageHeading>
  );
}

/** Null: no open evaluation, or its version is not deployed. */
function versionOf({ evaluation }: OpenedEvaluation, isDeployed: (version: number) => boolean): string | null {
  return evaluation !== undefined && isDeployed(evaluation.version) ? String(evaluation.version) : null;
}

/** `asked` null: the latest. Undefined: unknown or loading. */
function shownOf(data: DecisionVersionsView | undefined, asked: string | null) {
  return asked === null ? data?.versions[0] : data?.versions.find(({ version }) => String(version) === asked);
}
