import { type ReactNode, useState } from 'react';
import { cutText } from '../../../../platform/cut-text.ts';
import { number, timeParts } from '../../texts/numbers.ts';
import { texts } from '../../texts/texts.ts';
import { formatTime, orDash } from '../format.ts';
import { wordsOfName } from '../words-of-name.ts';
import './readable-value.css';

/** Deeper values are JSON. */
const DEPTH = 4;
/** Lists with more columns are not shown as table. */
const COLUMNS_AT_MOST = 6;
/** Limits without `Show all`, so that what follows stays near. */
const SHORT = { items: 5, members: 12, characters: 240, lines: 4, list: 80 };
/** Limit with `Show all`. Unit: items. */
const MOST = 1000;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** `isNarrow`: no tables for lists, because the value is in a table itself. */
interface Shown {
  readonly depth?: number;
  readonly isNarrow?: boolean;
}

/** Text without quotes, formatted numbers and times, objects with labels, lists of objects as table. Long ones are cut, with `Show all`. */
export function ReadableValue({ value, depth = 0, isNarrow = false }: Shown & { readonly value: unknown }): ReactNode {
  if (typeof value !== 'object' || value === null) return <PlainValue of={value} />;
  if (depth >= DEPTH) return <span className="json-line">{JSON.stringify(value)}</span>;
  if (!Array.isArray(value)) return <Members of={Object.entries(value)} depth={depth + 1} isNarrow={isNarrow} />;
  if (value.every((item) => typeof item !== 'object' || item === null) && value.join(', ').length < SHORT.list)
    return value.length === 0 ? orDash(null) : value.map(plainText).join(', ');
  const columns = isNarrow ? undefined : columnsOf(value);
  if (columns !== undefined) return <Rows of={value as readonly Item[]} columns={columns} />;
  return <Items of={value} depth={depth + 1} isNarrow={isNarrow} />;
}

/** Text of a value that is neither a list nor an object. */
export function plainText(value: unknown): string {
  if (value === null || value === undefined || value === '') return orDash(null);
  if (typeof value === 'boolean') return value ? texts.shared.yesValue : texts.shared.noValue;
  if (typeof value === 'number') return Number.isSafeInteger(value) && Math.abs(value) < 10_000 ? String(value) : number(value);
  const text = String(value);
  if (DATE.test(text) && !Number.isNaN(Date.parse(text))) return timeParts(`${text}T00:00:00`)[0];
  return TIME.test(text) && !Number.isNaN(Date.parse(text)) ? formatTime(text) : text;
}

/** The first items, and a button for the others. */
export function useFold<T>(all: readonly T[], limit: number): { readonly items: readonly T[]; readonly more: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  const items = all.slice(0, isOpen ? MOST : limit);
  const left = all.length - MOST;
  if (all.length <= limit) return { items, more: null };
  const label = isOpen ? texts.shared.collapse : texts.shared.showAllOf(all.length);
  return {
    items,
    more: (
      <>
        {isOpen && left > 0 && <p className="readable-note">{texts.shared.andMore(left)}</p>}
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

function PlainValue({ of }: { readonly of: unknown }) {
  const [isOpen, setOpen] = useState(false);
  const text = plainText(of);
  const short = cutText(text.split('\n', SHORT.lines).join('\n'), SHORT.characters);
  if (short === text) return text;
  return (
    <div className="readable-long">
      {isOpen ? text : `${short.trimEnd()}… `}{' '}
      <Fold isOpen={isOpen} label={isOpen ? texts.shared.collapse : texts.shared.showAll} onToggle={() => setOpen(!isOpen)} />
    </div>
  );
}

function Members({ of, depth, isNarrow }: Required<Shown> & { readonly of: readonly (readonly [string, unknown])[] }) {
  const { items, more } = useFold(of, SHORT.members);
  if (of.length === 0) return orDash(null);
  return (
    <>
      <dl className="readable-members">
        {items.map(([name, value]) => (
          <div key={name}>
            <dt>{wordsOfName(name)}</dt>
            <dd>
              <ReadableValue {...{ value, depth, isNarrow }} />
            </dd>
          </div>
        ))}
      </dl>
      {more}
    </>
  );
}

function Items({ of, depth, isNarrow }: Required<Shown> & { readonly of: readonly unknown[] }) {
  const { items, more } = useFold(of, SHORT.items);
  return (
    <>
      <ul className="readable-items">
        {items.map((value, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a list of values has no other identity
          <li key={index}>
            <ReadableValue {...{ value, depth, isNarrow }} />
          </li>
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
      <table className="readable-rows">
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
                <td key={column}>
                  <ReadableValue value={Object.hasOwn(item, column) ? item[column] : null} depth={DEPTH} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {more}
    </>
  );
}
