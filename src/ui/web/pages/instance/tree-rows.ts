import type { ActivityInstanceOrdinal } from '../../../../engine/ordinals.ts';
import type { ElementExecution } from './replay.ts';

export interface TreeRow {
  readonly execution: ElementExecution;
  /** from 0 */
  readonly depth: number;
  /** among its siblings, from 1 */
  readonly place: number;
  readonly siblings: number;
  readonly parent: ActivityInstanceOrdinal | null;
  readonly isOpen: boolean;
}

/** Parents before children, siblings oldest first. Omits the content of collapsed lines. */
export function treeRows(roots: readonly ElementExecution[], closed: ReadonlySet<ActivityInstanceOrdinal>): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  const waiting: Omit<TreeRow, 'isOpen'>[] = [];
  const push = (level: readonly ElementExecution[], depth: number, parent: ActivityInstanceOrdinal | null) => {
    for (let index = level.length - 1; index >= 0; index -= 1) {
      const execution = level[index] as ElementExecution;
      waiting.push({ execution, depth, place: index + 1, siblings: level.length, parent });
    }
  };
  push(roots, 0, null);
  for (let row = waiting.pop(); row !== undefined; row = waiting.pop()) {
    const { ordinal, inside } = row.execution;
    const isOpen = inside.length > 0 && !closed.has(ordinal);
    rows.push({ ...row, isOpen });
    if (isOpen) push(inside, row.depth + 1, ordinal);
  }
  return rows;
}

/** `to`: line to select; `toggle`: line to open or collapse. Undefined: the tree does not use the key. */
export function treeMove(
  rows: readonly TreeRow[],
  at: number,
  key: string,
  pageRows: number,
): { readonly to: number } | { readonly toggle: ActivityInstanceOrdinal } | undefined {
  const row = rows[at];
  if (row === undefined) return undefined;
  const within = (to: number) => ({ to: Math.max(0, Math.min(rows.length - 1, to)) });
  switch (key) {
    case 'ArrowDown':
      return within(at + 1);
    case 'ArrowUp':
      return within(at - 1);
    case 'PageDown':
      return within(at + pageRows);
    case 'PageUp':
      return within(at - pageRows);
    case 'Home':
      return within(0);
    case 'End':
      return within(rows.length - 1);
    case 'ArrowRight':
      if (row.execution.inside.length === 0) return { to: at };
      return row.isOpen ? within(at + 1) : { toggle: row.execution.ordinal };
    case 'ArrowLeft':
      if (row.isOpen) return { toggle: row.execution.ordinal };
      return { to: row.parent === null ? at : rows.findIndex(({ execution }) => execution.ordinal === row.parent) };
    default:
      return undefined;
  }
}

const RANK: Readonly<Record<ElementExecution['outcome'], number>> = { failed: 3, active: 2, cancelled: 1, completed: 1 };

/** Row of the last failed activity instance, else the last active one, else the last one. */
export function rowOfElement(rows: readonly TreeRow[], element: string): TreeRow | undefined {
  let found: TreeRow | undefined;
  for (const row of rows) {
    if (row.execution.element !== element) continue;
    if (found === undefined || RANK[row.execution.outcome] >= RANK[found.execution.outcome]) found = row;
  }
  return found;
}
