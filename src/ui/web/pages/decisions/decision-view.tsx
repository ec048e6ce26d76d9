import { Alert, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { dmnQuery } from '../../api/decisions.ts';
import { ErrorBar } from '../../components/error-bar.tsx';
import { Loading } from '../../components/loading.tsx';
import { useMay } from '../../components/use-may.ts';
import { useParameters } from '../../components/use-parameters.ts';
import { decisionsTexts } from '../../texts/decisions.ts';
import { BenchPanel } from './bench-panel.tsx';
import { type DmnFile, type DmnNode, logicOf, readFile } from './dmn-file.ts';
import { Boxed } from './drawn/boxed.tsx';
import { DecisionGraph } from './drawn/decision-graph.tsx';
import { DecisionTable } from './drawn/decision-table.tsx';
import { EvaluationPanel } from './evaluations/evaluation-panel.tsx';
import type { OpenedEvaluation } from './evaluations/use-opened-evaluation.ts';
import { useTryAgain } from './evaluations/use-try-again.ts';
import { useRuleCounts } from './evaluations/uses-section.tsx';
import { type EvaluatedTable, marksOfBench, marksOfKept, type RowMarks, tablesOfBench, tablesOfKept } from './row-marks.ts';
import { useBench } from './use-bench.ts';

const words = decisionsTexts.one;

/** Graph, logic of the selected node, test bench, and the open evaluation. */
export function DecisionView(props: {
  readonly decisionKey: string;
  readonly version: number;
  readonly opened: OpenedEvaluation;
  readonly isDeployed: (version: number) => boolean;
  readonly onShowVersion: (version: number) => void;
  /** shown below the logic */
  readonly children: ReactNode;
}) {
  const { decisionKey, version, opened, isDeployed, onShowVersion } = props;
  const text = useQuery(dmnQuery(decisionKey, version));
  const file = useMemo(() => (text.data === undefined ? undefined : readFile(text.data)), [text.data]);
  const [shownId, show] = useShown(decisionKey);
  const bench = useBench(file, decisionKey, version);
  const counts = useRuleCounts(decisionKey, version);
  const mayTry = useMay()('operate', decisionKey);
  const [ranForEvaluation, setRanForEvaluation] = useState('');
  const tryAgain = useTryAgain(decisionKey, version, bench.fill, onShowVersion);
  const shown = file?.node(shownId) ?? file?.node(decisionKey);
  const canShow = (id: string) => file?.node(id) !== undefined;
  const isMade = (bench.made !== undefined || bench.fault !== undefined) && !bench.isStale;
  const kept = opened.evaluation?.version === version ? opened.evaluation : undefined;
  // the table shows the later one: opened evaluation or last test
  const later = kept !== undefined && !(isMade && ranForEvaluation === opened.id) ? kept : undefined;
  const marksOf = (id: string) => (later === undefined ? marksOfBench(bench, id) : marksOfKept(later, id));
  const evaluated = later === undefined ? tablesOfBench(bench) : tablesOfKept(later);
  return (
    <div className="decision-layout">
      <div className="decision-main">
        {text.isError ? (
          <ErrorBar text={`${words.failed}: ${text.error.message}`} onRetry={() => void text.refetch()} />
        ) : text.isPending ? (
          <Loading />
        ) : file === undefined || shown === undefined ? (
          <Alert color="yellow">{words.unreadable}</Alert>
        ) : (
          <ShownLogic
            file={file}
            node={shown}
            marks={marksOf(shown.id)}
            counts={shown.id === decisionKey ? counts : undefined}
            evaluated={evaluated}
            onShow={show}
          />
        )}
      </div>
      <div className="decision-side">
        {opened.id !== '' && (
          <EvaluationPanel
            opened={opened}
            shown={version}
            isDeployed={isDeployed}
            onShowVersion={onShowVersion}
            onTryAgain={mayTry ? tryAgain : undefined}
            onShow={show}
            canShow={canShow}
          />
        )}
        {shown !== undefined && (
          <BenchPanel
            bench={{
              ...bench,
              evaluate() {
                setRanForEvaluation(opened.id);
                bench.evaluate();
              },
            }}
            mayTry={mayTry}
            onShow={show}
            canShow={canShow}
          />
        )}
      </div>
      {props.children}
    </div>
  );
}

/** The address selects the node. */
function useShown(decisionKey: string): readonly [id: string | null, show: (id: string) => void] {
  const [parameters, change] = useParameters();
  const show = (id: string) => change({ show: id === decisionKey ? null : id });
  return [parameters.get('show'), show];
}

function ShownLogic(props: {
  readonly file: DmnFile;
  readonly node: DmnNode;
  readonly marks: RowMarks;
  /** of matched rules */
  readonly counts: ReadonlyMap<number, number> | undefined;
  readonly evaluated: readonly EvaluatedTable[];
  readonly onShow: (id: string) => void;
}) {
  const { file, node, marks, counts, evaluated, onShow } = props;
  return (
    <>
      {file.nodes.length > 1 && <DecisionGraph file={file} selected={node.id} onSelect={onShow} />}
      <section className="decision-logic" aria-labelledby="shown-node">
        <div className="decision-shown">
          <h2 id="shown-node">{titleOf(node)}</h2>
          {file.nodes.length > 1 && (
            <NativeSelect
              size="xs"
              aria-label={words.shown}
              value={node.id}
              data={file.nodes.map((one) => ({ value: one.id, label: titleOf(one) }))}
              onChange={(event) => onShow(event.currentTarget.value)}
            />
          )}
        </div>
        <Logic file={file} node={node} marks={marks} counts={counts} evaluated={evaluated} />
      </section>
    </>
  );
}

function Logic(props: {
  readonly file: DmnFile;
  readonly node: DmnNode;
  readonly marks: RowMarks;
  /** of matched rules */
  readonly counts: ReadonlyMap<number, number> | undefined;
  readonly evaluated: readonly EvaluatedTable[];
}) {
  const { file, node, marks, counts, evaluated } = props;
  const logic = logicOf(node);
  if (logic === undefined) return <p>{words.noLogic}</p>;
  if (node.kind === 'decision' && logic.localName === 'decisionTable')
    return <DecisionTable file={file} decisionId={node.id} label={titleOf(node)} marks={marks} counts={counts} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable with the keyboard
    <section className="boxed-frame" aria-label={words.logicOf(titleOf(node))} tabIndex={0}>
      <Boxed element={logic} evaluated={evaluated} />
    </section>
  );
}

function titleOf({ kind, name, id }: DmnNode): string {
  return `${words.kinds[kind]}: ${name === '' ? id : name}`;
}
