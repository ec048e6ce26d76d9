import type { Key, MouseEvent, ReactNode } from 'react';
import { useNavigate } from 'react-router';
import './components.css';
import { texts } from '../texts/texts.ts';
import { orDash } from './format.ts';

/** A column of {@link DataGrid}. `heading`: unique in the grid. */
export interface Column<T> {
  readonly heading: string;
  /** name in the stored selection of columns; absent: always shown */
  readonly name?: string;
  /** hidden until the user chooses it */
  readonly isOptional?: boolean;
  /** name to sort by; absent: the column cannot be sorted */
  readonly sort?: string;
  readonly cell: (row: T) => ReactNode;
  readonly isNumber?: boolean;
  /** hidden in narrow grids, 3 before 2. Use it only for values that another part of the row also shows. Absent: always shown */
  readonly priority?: 2 | 3;
}

/** `sort`: name of the sorted column, with the prefix `-` for descending (docs/contributing/spec/http/lists.md#sorts). */
export interface DataGridProps<T> {
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly rowKey: (row: T) => Key;
  readonly sort?: string;
  /** called with the next value of `sort`; absent: no column can be sorted */
  readonly onSort?: (sort: string) => void;
  /** smaller text, for many columns in little space */
  readonly isCompact?: boolean;
  readonly isSelected?: (row: T) => boolean;
  readonly rowClass?: (row: T) => string | undefined;
  /** page that a click anywhere in the row opens. One cell must also contain a link to it, for the keyboard */
  readonly rowLink?: (row: T) => string;
  /** returns additional table rows directly below a row */
  readonly below?: (row: T) => ReactNode;
}

/** A table with an accessible name and sortable headings. It scrolls if the space is too narrow. */
export function DataGrid<T>(props: DataGridProps<T>) {
  const { label, columns, rows, rowKey, sort, onSort, isCompact = false, isSelected, rowClass, rowLink, below } = props;
  const openRow = useRowLinks();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable with the keyboard
    <section className={isCompact ? 'grid-scroll compact' : 'grid-scroll'} tabIndex={0} aria-label={label}>
      <table className="grid" aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Heading key={column.heading} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const key = rowKey(row);
            const selected = isSelected?.(row);
            return [
              <tr
                key={key}
                className={rowClass?.(row)}
                {...(selected !== undefined && { 'aria-selected': selected })}
                {...(rowLink !== undefined && openRow(rowLink(row)))}
              >
                {columns.map((column) => (
                  <td key={column.heading} data-label={column.heading} className={classOf(column)}>
                    {shown(column.cell(row))}
                  </td>
                ))}
              </tr>,
              below?.(row),
            ];
          })}
        </tbody>
      </table>
      <HiddenColumns className="hidden-below-64" columns={columns.filter(({ priority }) => priority === 3)} />
      <HiddenColumns className="hidden-below-50" columns={columns.filter(({ priority }) => priority !== undefined)} />
    </section>
  );
}

/** Marks a missing value, which is hidden on phones. */
function shown(content: ReactNode): ReactNode {
  return content === orDash(null) ? <span className="missing">{content}</span> : content;
}

/** Lists the columns that a narrow grid hides. */
function HiddenColumns<T>({ className, columns }: { readonly className: string; readonly columns: readonly Column<T>[] }) {
  if (columns.length === 0) return null;
  return <p className={`hidden-columns ${className}`}>{texts.shared.hiddenColumns(columns.map(({ heading }) => heading))}</p>;
}

/** Selector of elements in a row that have their own action. */
const ACTIVE = 'a, button, input, label, select, textarea, summary';

/**
 * Returns the handlers that open a page on a click in a row, with Ctrl or the middle button in a new tab. They ignore clicks on controls and
 * the selection of text.
 */
function useRowLinks() {
  const navigate = useNavigate();
  return (to: string) => {
    const open = (event: MouseEvent) => {
      const isControl = event.target instanceof Element && event.target.closest(ACTIVE) !== null;
      if (isControl || event.button > 1 || document.getSelection()?.isCollapsed === false) return;
      if (event.button === 1 || event.ctrlKey || event.metaKey) window.open(to, '_blank', 'noopener');
      else void navigate(to);
    };
    return { 'data-opens': true, onClick: open, onAuxClick: open };
  };
}

function classOf<T>({ heading, isNumber, priority }: Column<T>): string | undefined {
  const names = [
    isNumber === true && 'numbers is-number',
    // the column with actions stays visible during scrolling (docs/contributing/ui-design.md#tables); some pages are always in English
    [texts.names.actions, 'Actions'].includes(heading) && 'is-actions',
    priority !== undefined && `priority-${priority}`,
  ].filter((name) => name !== false);
  return names.length === 0 ? undefined : names.join(' ');
}

function Heading<T>(props: {
  readonly column: Column<T>;
  readonly sort: string | undefined;
  readonly onSort: ((sort: string) => void) | undefined;
}) {
  const { column, sort, onSort } = props;
  const className = classOf(column)?.replace('numbers ', '');
  if (column.sort === undefined || onSort === undefined) {
    return (
      <th scope="col" className={className}>
        {column.heading}
      </th>
    );
  }
  const isUp = sort === column.sort;
  const isDown = sort === `-${column.sort}`;
  const next = isDown ? column.sort : `-${column.sort}`;
  return (
    <th scope="col" aria-sort={isUp ? 'ascending' : isDown ? 'descending' : 'none'} className={className}>
      <button type="button" className="sort-button" onClick={() => onSort(next)}>
        {column.heading} <span aria-hidden="true">{isUp ? '↑' : isDown ? '↓' : '↕'}</span>
      </button>
    </th>
  );
}
