import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { pageTexts } from '../../texts/instances.ts';
import { csvOf } from './csv.ts';

const PAGE_SIZE = 100;
/** Limits memory, because the browser holds the whole file. The API can return more. */
const MOST_ROWS = 10_000;

/** `read`: one page. `columns`: values by heading. */
export interface SavedList<Row> {
  readonly read: (page: { readonly page: number; readonly pageSize: number }) => Promise<{ readonly items: readonly Row[] }>;
  readonly columns: Readonly<Record<string, (row: Row) => string | number | null | undefined>>;
}

/** All pages as CSV, up to MOST_ROWS. */
export function ExportButton<Row extends { readonly instanceId: string }>({ list }: { readonly list: SavedList<Row> }) {
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const { rows, isWhole } = await readRows(list);
      const cellsOf = (row: Row) => Object.values(list.columns).map((cell) => String(cell(row) ?? ''));
      download(csvOf(Object.keys(list.columns), rows.map(cellsOf)), 'instances.csv');
      notifications.show({
        color: 'green',
        message: isWhole ? pageTexts.saved(rows.length) : pageTexts.savedFirst(rows.length),
      });
    } catch (error) {
      notifications.show({
        color: 'red',
        message: pageTexts.notSaved(error instanceof Error ? error.message : String(error)),
      });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="default" loading={isBusy} onClick={() => void save()}>
      {pageTexts.save}
    </Button>
  );
}

async function readRows<Row extends { readonly instanceId: string }>(
  list: SavedList<Row>,
): Promise<{ readonly rows: readonly Row[]; readonly isWhole: boolean }> {
  const rows = new Map<string, Row>();
  for (let page = 1; ; page += 1) {
    const { items } = await list.read({ page, pageSize: PAGE_SIZE });
    // new instances move rows to the next page, which repeats them
    for (const row of items) rows.set(row.instanceId, row);
    if (items.length < PAGE_SIZE) return { rows: [...rows.values()], isWhole: true };
    if (page * PAGE_SIZE >= MOST_ROWS) return { rows: [...rows.values()], isWhole: false };
  }
}

function download(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}
