import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { UserTaskView } from '../../../../wire/user-tasks.ts';
import { type Column, DataGrid } from '../../../components/data-grid.tsx';
import { ReadableValue, useFold } from '../../../components/facts/readable-value.tsx';
import { JsonValue } from '../../../components/json-value.tsx';
import { wordsOfName } from '../../../components/words-of-name.ts';
import { texts } from '../../../texts/texts.ts';
import { pageTexts } from '../../../texts/user-tasks.ts';
import type { ModelOfTask } from '../use-task-model.ts';
import { isWide, lineOf, partedForPhone, summaryOf, type TaskVariables, withoutPlan } from './summary.ts';

const COLUMNS: readonly Column<readonly [string, unknown]>[] = [
  { heading: texts.names.name, cell: ([name]) => <span className="json-line">{name}</span> },
  { heading: pageTexts.value, cell: ([name, value]) => <JsonValue value={value} name={name} /> },
];
/** Limit without `Show all`. Unit: variables. */
const SHORT = 24;

/** Visible variables in a readable view; collapsed below, all with exact values. */
export function TaskVariablesView(props: {
  readonly variables: TaskVariables;
  /** its fields are left out of the readable view if the author selected no variables, and its plan because it is shown above */
  readonly task: Pick<UserTaskView, 'fields' | 'dueDate' | 'followUpDate'>;
  readonly model: ModelOfTask;
  /** short values in two columns, the others collapsed */
  readonly isCompact: boolean;
}) {
  const { variables, task, model, isCompact } = props;
  if (variables.length === 0) return null;
  const summary = withoutPlan(summaryOf(variables, model, new Set(task.fields?.map(({ id }) => id))), task);
  const exact = (
    <details className="work-more">
      <summary>{pageTexts.exactValues(variables.length)}</summary>
      <DataGrid label={pageTexts.variablesOf} columns={COLUMNS} rows={variables} rowKey={([name]) => name} />
    </details>
  );
  if (isCompact && summary.length > 0) return <OnPhone of={summary} exact={exact} />;
  return (
    <section aria-label={pageTexts.variables} className="work-section">
      {summary.length > 0 && (
        <>
          <Title order={3} size="h5" mb={8}>
            {pageTexts.variables}
          </Title>
          <Values of={summary} />
        </>
      )}
      {exact}
    </section>
  );
}

/** Short values, then one block with the others, and with the whole of those that are one line above. */
function OnPhone({ of, exact }: { readonly of: TaskVariables; readonly exact: ReactNode }) {
  const { near, folded } = partedForPhone(of);
  return (
    <section aria-label={pageTexts.variables} className="work-section">
      {near.length > 0 && <Values of={near} inLines />}
      <details className="work-more">
        <summary>{near.length > 0 ? pageTexts.moreVariables : pageTexts.variables}</summary>
        {folded.length > 0 && <Values of={folded} />}
        {exact}
      </details>
    </section>
  );
}

/** `inLines`: objects and lists by their names. */
function Values({ of, inLines = false }: { readonly of: TaskVariables; readonly inLines?: boolean }) {
  const { items, more } = useFold(of, SHORT);
  return (
    <>
      <dl className="work-values">
        {items.map(([name, value]) => {
          const shown = inLines ? (lineOf(value) ?? value) : value;
          return (
            <div key={name} {...(isWide(shown) && { 'data-wide': true })}>
              <dt>{wordsOfName(name)}</dt>
              <dd>
                <ReadableValue value={shown} />
              </dd>
            </div>
          );
        })}
      </dl>
      {more}
    </>
  );
}
