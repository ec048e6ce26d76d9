import type { Key, MouseEvent, ReactNode } from 'react';
import { useNavigate } from 'react-router';
import './components.css';
import { texts } from '../texts/texts.ts';
import { orDash } from './format.ts';

/** `heading`: unique in the grid. */
export interface Column<T> {
  readonly heading: string;
  /** key in the stored selection of columns (use-columns.tsx); absent: always shown */
  readonly name?: string;
  /** hidden by use-columns.tsx until the user chooses it */
  readonly isOptional?: boolean;
  /** name to sort by; absent: not sortable */
  readonly sort?: string;
  readonly cell: (row: T) => ReactNode;
  readonly isNumber?: boolean;
  /** hidden in narrow grids, 3 before 2; only for values that the row also shows elsewhere. Absent: always shown */
  readonly priority?: 2 | 3;
}

/** `sort`: sorted column, with the prefix `-` for descending (docs/contributing/spec/http/lists.md#sorts). */
export interface DataGridProps<T> {
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly rowKey: (row: T) => Key;
  readonly sort?: string;
  /** receives the next `sort`; absent: not sortable */
  readonly onSort?: (sort: string) => void;
  /** smaller text, for many columns */
  readonly isCompact?: boolean;
  readonly isSelected?: (row: T) => boolean;
  readonly rowClass?: (row: T) => string | undefined;
  /** opened by a click anywhere in the row; one cell must link to it, for the keyboard */
  readonly rowLink?: (row: T) => string | undefined;
  /** additional table rows below a row */
  readonly below?: (row: T) => ReactNode;
}

/** Table that scrolls if the space is too narrow. */
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
                {...openRow(rowLink?.(row))}
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
      <HiddenColumns className="hidden-below-66" columns={columns.filter(({ priority }) => priority === 3)} />
      <HiddenColumns className="hidden-below-50" columns={columns.filter(({ priority }) => priority !== undefined)} />
    </section>
  );
}

/** Marks missing values, which phones hide. */
function shown(content: ReactNode): ReactNode {
  return content === orDash(null) ? <span className="missing">{content}</span> : content;
}

/** Lists columns that a narrow grid hides. */
function HiddenColumns<T>({ className, columns }: { readonly className: string; readonly columns: readonly Column<T>[] }) {
  if (columns.length === 0) return null;
  return <p className={`hidden-columns ${className}`}>{texts.shared.hiddenColumns(columns.map(({ heading }) => heading))}</p>;
}

/** Elements of a row with their own action. */
const ACTIVE = 'a, button, input, label, select, textarea, summary';

/** Opens a page on a click in a row, with Ctrl or the middle button in a new tab. Ignores controls and the selection of text. */
function useRowLinks() {
  const navigate = useNavigate();
  return (to: string | undefined) => {
    if (to === undefined) return undefined;
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
    // actions stay visible during scrolling (docs/contributing/ui-design.md#tables); some pages are always English
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
