import { Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { FormField } from '../../../../../engine/model/model-texts.ts';
import { cutText } from '../../../../../platform/cut-text.ts';
import { type Column, DataGrid } from '../../../components/data-grid.tsx';
import { formatTime, orDash } from '../../../components/format.ts';
import { JsonValue } from '../../../components/json-value.tsx';
import { wordsOfName } from '../../../components/words-of-name.ts';
import { number } from '../../../texts/numbers.ts';
import { texts } from '../../../texts/texts.ts';
import { pageTexts } from '../../../texts/user-tasks.ts';
import type { ModelOfTask } from '../use-task-model.ts';
import { isWide, partedForPhone, summaryOf, type TaskVariables } from './summary.ts';

const COLUMNS: readonly Column<readonly [string, unknown]>[] = [
  { heading: texts.names.name, cell: ([name]) => <span className="json-line">{name}</span> },
  { heading: pageTexts.value, cell: ([name, value]) => <JsonValue value={value} name={name} /> },
];
/** Deeper values are shown as JSON. */
const DEPTH = 4;
/** Lists with more columns are not shown as table. */
const COLUMNS_AT_MOST = 6;
/** Limits without `Show all`, so that the form below stays near. */
const SHORT = { items: 5, members: 12, characters: 240, lines: 4 };
/** Limit with `Show all`. Unit: items. */
const MOST = 1000;

/** Visible variables in a readable view; collapsed below, all with exact values. */
export function TaskVariablesView(props: {
  readonly variables: TaskVariables;
  /** variables of the form, which the readable view leaves out if the author selected none */
  readonly fields: readonly FormField[];
  readonly model: ModelOfTask;
  /** short values in two columns, the others collapsed */
  readonly isCompact: boolean;
}) {
  const { variables, fields, model, isCompact } = props;
  if (variables.length === 0) return null;
  const labels = new Map(fields.map(({ id, label }) => [id, label]));
  const summary = summaryOf(variables, model, new Set(labels.keys()));
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
          <Members of={summary} depth={0} />
        </>
      )}
      {exact}
    </section>
  );
}

/** Short values, then one block with the others. */
function OnPhone({ of, exact }: { readonly of: TaskVariables; readonly exact: ReactNode }) {
  const { near, folded } = partedForPhone(of);
  return (
    <section aria-label={pageTexts.variables} className="work-section">
      {near.length > 0 && <Members of={near} depth={0} />}
      <details className="work-more">
        <summary>{near.length > 0 ? pageTexts.moreVariables : pageTexts.variables}</summary>
        {folded.length > 0 && <Members of={folded} depth={0} />}
        {exact}
      </details>
    </section>
  );
}

function Members({ of, depth }: { readonly of: TaskVariables; readonly depth: number }) {
  const { items, more } = useFold(of, depth === 0 ? 2 * SHORT.members : SHORT.members);
  return (
    <>
      <dl className={depth === 0 ? 'work-values' : 'work-values work-values-nested'}>
        {items.map(([name, value]) => (
          <div key={name} {...(depth === 0 && isWide(value) && { 'data-wide': true })}>
            <dt>{wordsOfName(name)}</dt>
            <dd>{shownValue(value, depth)}</dd>
          </div>
        ))}
      </dl>
      {more}
    </>
  );
}

/** The first items, and a button for the others. */
function useFold<T>(all: readonly T[], limit: number): { readonly items: readonly T[]; readonly more: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  const items = all.slice(0, isOpen ? MOST : limit);
  const left = all.length - MOST;
  if (all.length <= limit) return { items, more: null };
  const label = isOpen ? texts.shared.collapse : pageTexts.showAllOf(all.length);
  return {
    items,
    more: (
      <>
        {isOpen && left > 0 && <p className="work-note">{pageTexts.andMore(left)}</p>}
        <Fold isOpen={isOpen} label={label} onToggle={() => setOpen(!isOpen)} />
      </>
    ),
  };
}

function Fold(props: { readonly isOpen: boolean; readonly label: string; readonly onToggle: () => void }) {
  const { isOpen, label, onToggle } = props;
  return (
    <button type="button" className="link-button" aria-expanded={isOpen} onClick={onToggle}>
      {label}
    </button>
  );
}

function LongText({ of, short }: { readonly of: string; readonly short: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="work-long">
      {isOpen ? of : `${short}… `}{' '}
      <Fold isOpen={isOpen} label={isOpen ? texts.shared.collapse : pageTexts.showAll} onToggle={() => setOpen(!isOpen)} />
    </div>
  );
}

function shownText(text: string): ReactNode {
  if (isTime(text)) return formatTime(text);
  const short = cutText(text.split('\n', SHORT.lines).join('\n'), SHORT.characters);
  return short === text ? text : <LongText of={text} short={short.trimEnd()} />;
}

function shownValue(value: unknown, depth: number): ReactNode {
  if (value === null || value === undefined || value === '') return orDash(null);
  if (typeof value === 'boolean') return value ? pageTexts.yes : pageTexts.no;
  if (typeof value === 'number') return Number.isSafeInteger(value) && value < 10_000 ? String(value) : number(value);
  if (typeof value === 'string') return shownText(value);
  if (depth >= DEPTH) return <span className="json-line">{JSON.stringify(value)}</span>;
  if (!Array.isArray(value)) return <Members of={Object.entries(value)} depth={depth + 1} />;
  if (value.length === 0) return orDash(null);
  if (value.every((item) => typeof item !== 'object' || item === null) && value.join(', ').length < 80)
    return value.map((item) => shownValue(item, depth)).join(', ');
  const columns = columnsOf(value);
  if (columns !== undefined) return <Rows of={value as readonly Item[]} columns={columns} />;
  return <Items of={value} depth={depth + 1} />;
}

function Items({ of, depth }: { readonly of: readonly unknown[]; readonly depth: number }) {
  const { items, more } = useFold(of, SHORT.items);
  return (
    <>
      <ul className="work-items">
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a list of values has no other identity
          <li key={index}>{shownValue(item, depth)}</li>
        ))}
      </ul>
      {more}
    </>
  );
}

type Item = Readonly<Record<string, unknown>>;

/** Returns undefined if it is not a list of flat objects, or has too many columns. */
function columnsOf(list: readonly unknown[]): readonly string[] | undefined {
  const isFlat = (item: unknown) =>
    typeof item === 'object' &&
    item !== null &&
    !Array.isArray(item) &&
    Object.values(item).every((value) => typeof value !== 'object' || value === null);
  if (!list.every(isFlat)) return undefined;
  const columns = [...new Set(list.flatMap((item) => Object.keys(item as Item)))];
  return columns.length <= COLUMNS_AT_MOST ? columns : undefined;
}

function Rows({ of, columns }: { readonly of: readonly Item[]; readonly columns: readonly string[] }) {
  const { items, more } = useFold(of, SHORT.items);
  return (
    <>
      <table className="work-rows">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {wordsOfName(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a list of values has no other identity
            <tr key={index}>
              {columns.map((column) => (
                <td key={column}>{shownValue(Object.hasOwn(item, column) ? item[column] : null, DEPTH)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {more}
    </>
  );
}

function isTime(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text) && !Number.isNaN(Date.parse(text));
}
