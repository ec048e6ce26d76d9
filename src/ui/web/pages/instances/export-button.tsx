import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { getService, type Query } from '../../api/client.ts';
import type { FoundInstanceRow, FoundInstances } from '../../api/service-types.ts';
import { csvOf } from './csv.ts';

const PAGE_SIZE = 100;
/** A browser keeps the whole file; beyond, the API gives all of it. Unit: rows. */
const MOST_ROWS = 10_000;

const HEADINGS = [
  'instanceId',
  'process',
  'version',
  'businessId',
  'status',
  'at',
  'errorCode',
  'errorMessage',
  'createdAt',
  'completedAt',
];

/** Saves what the list shows, on all its pages, as CSV. */
export function ExportButton({ query }: { readonly query: Query }) {
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const { rows, isWhole } = await readRows(query);
      download(csvOf(HEADINGS, rows.map(cellsOf)), 'instances.csv');
      const count = rows.length.toLocaleString('en');
      notifications.show({
        color: 'green',
        message: isWhole ? `Saved ${count} rows.` : `Saved the first ${count} rows; there are more.`,
      });
    } catch (error) {
      notifications.show({
        color: 'red',
        message: `The list could not be saved: ${error instanceof Error ? error.message : error}`,
      });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="default" loading={isBusy} onClick={() => void save()}>
      Save as CSV
    </Button>
  );
}

async function readRows(query: Query): Promise<{ readonly rows: readonly FoundInstanceRow[]; readonly isWhole: boolean }> {
  const rows = new Map<string, FoundInstanceRow>();
  for (let page = 1; ; page += 1) {
    const { items } = await getService<FoundInstances>('/Instances', { ...query, page, pageSize: PAGE_SIZE });
    // what is started meanwhile moves the rest to the next page: a row that comes again counts once
    for (const row of items) rows.set(row.instanceId, row);
    if (items.length < PAGE_SIZE) return { rows: [...rows.values()], isWhole: true };
    if (page * PAGE_SIZE >= MOST_ROWS) return { rows: [...rows.values()], isWhole: false };
  }
}

function cellsOf(row: FoundInstanceRow): readonly string[] {
  const { instanceId, processDefinitionKey, version, businessId, status, activeActivityIds, failure, createdAt, completedAt } =
    row;
  const at = failure?.activityId ?? activeActivityIds.join(' ');
  const texts = [instanceId, processDefinitionKey, String(version), businessId, status, at, failure?.code, failure?.message];
  return [...texts, createdAt, completedAt].map((text) => text ?? '');
}

function download(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}
