import { Alert, Button, CloseButton, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { decidedBy, type EvaluationRow } from '../../../api/decision-evaluations.ts';
import { CopyButton } from '../../../components/copy-button.tsx';
import { ErrorBar } from '../../../components/error-bar.tsx';
import { DecidedDecisions } from '../../../components/facts/decided-decisions.tsx';
import { orDash } from '../../../components/format.ts';
import { Loading } from '../../../components/loading.tsx';
import { Time } from '../../../components/time.tsx';
import { useReturnFocus } from '../../../components/use-return-focus.ts';
import { decisionsTexts } from '../../../texts/decisions.ts';
import { texts } from '../../../texts/texts.ts';
import { DecisionName, type Shows } from '../decision-name.tsx';
import { OutcomeBadge } from './outcome-badge.tsx';
import type { OpenedEvaluation } from './use-opened-evaluation.ts';

const words = decisionsTexts.evaluations;

interface PanelProps extends Partial<Shows> {
  /** version next to it; absent: none */
  readonly shown?: number;
  readonly isDeployed: (version: number) => boolean;
  readonly onShowVersion: (version: number) => void;
  /** fills the test bench; absent: none */
  readonly onTryAgain?: ((version: number, variables: Readonly<Record<string, unknown>>) => void) | undefined;
}

/** The address selects the evaluation, next to its table. */
export function EvaluationPanel({ opened, ...props }: PanelProps & { readonly opened: OpenedEvaluation }) {
  useReturnFocus();
  const title = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another evaluation is in the same place
  useEffect(() => {
    // after a page load, the focus stays at the top
    if (document.activeElement !== document.body) title.current?.focus();
  }, [opened.id]);
  return (
    <Paper withBorder p="md" component="aside" className="evaluation-panel" aria-labelledby="evaluation-title">
      <Group justify="space-between" wrap="nowrap" align="flex-start" mb="xs">
        <Title order={2} size="h4" id="evaluation-title" ref={title} tabIndex={-1}>
          {words.one}
        </Title>
        <CloseButton aria-label={words.close} onClick={opened.close} />
      </Group>
      {opened.phase === 'failed' && <ErrorBar text={`${words.oneFailed}: ${opened.failure}`} onRetry={opened.again} />}
      {opened.phase === 'loading' && <Loading />}
      {opened.phase === 'gone' && <Text size="sm">{words.gone}</Text>}
      {opened.evaluation !== undefined && <Kept evaluation={opened.evaluation} {...props} />}
    </Paper>
  );
}

function Kept({ evaluation, ...props }: PanelProps & { readonly evaluation: EvaluationRow }) {
  const { version, evaluatedAt, outcome, businessId, actor, failure, variables, decisions } = evaluation;
  const { onTryAgain } = props;
  return (
    <Stack gap="sm">
      <dl className="facts facts-column">
        <Fact name={words.at}>
          <Time value={evaluatedAt} />
        </Fact>
        <Fact name={texts.names.version}>v{version}</Fact>
        <Fact name={words.outcome}>
          <OutcomeBadge outcome={outcome} />
        </Fact>
        {businessId !== null && <Fact name={texts.names.businessIdFilter}>{businessId}</Fact>}
        <Fact name={words.actor}>{orDash(actor)}</Fact>
      </dl>
      <VersionNote version={version} {...props} />
      {failure !== null && (
        <Alert color="red" variant="light" role="note" title={words.failure}>
          <span lang="en" className="any-text">
            {failure}
          </span>
        </Alert>
      )}
      <Variables variables={variables} />
      {onTryAgain !== undefined && variables !== undefined && props.isDeployed(version) && (
        <Button variant="default" onClick={() => onTryAgain(version, variables)}>
          {words.tryAgain}
        </Button>
      )}
      {decisions.length > 0 && <Decided evaluation={evaluation} {...props} />}
    </Stack>
  );
}

/** Note for a table of another version. */
function VersionNote({ version, shown, isDeployed, onShowVersion }: PanelProps & { readonly version: number }) {
  if (!isDeployed(version)) return <Text size="sm">{words.notDeployed(version)}</Text>;
  if (shown === undefined || shown === version) return null;
  return (
    <Text size="sm">
      {words.otherVersion(version, shown)}{' '}
      <button type="button" className="link-button" onClick={() => onShowVersion(version)}>
        {words.showVersion(version)}
      </button>
    </Text>
  );
}

function Variables({ variables }: { readonly variables: EvaluationRow['variables'] | undefined }) {
  if (variables === undefined) return <Text size="sm">{words.noVariables}</Text>;
  const json = JSON.stringify(variables, null, 2);
  return (
    <section aria-label={words.variables}>
      <Group justify="space-between">
        <Title order={3} size="h6">
          {words.variables}
        </Title>
        <CopyButton text={json} label={texts.shared.copy(words.variables)} />
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable with the keyboard */}
      <pre className="json" tabIndex={0}>
        {json}
      </pre>
    </section>
  );
}

function Decided({ evaluation, onShow, canShow }: PanelProps & { readonly evaluation: EvaluationRow }) {
  const { title } = decisionsTexts.decided;
  return (
    <Stack gap="xs" component="section" aria-label={title}>
      <Title order={3} size="h6">
        {title}
      </Title>
      <DecidedDecisions
        {...decidedBy(evaluation)}
        titleOf={({ key, name }) =>
          onShow === undefined || canShow === undefined ? (
            name
          ) : (
            <DecisionName id={key} name={name} onShow={onShow} canShow={canShow} />
          )
        }
      />
    </Stack>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
