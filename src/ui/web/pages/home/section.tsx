import { Text, Title } from '@mantine/core';
import type { Key, ReactNode } from 'react';
import { type Column, DataGrid } from '../../components/data-grid.tsx';
import { useNamedPart } from '../../components/use-named-part.ts';

/** `note`: above the table. */
export function Section<T>(props: {
  /** name in an address */
  readonly part: string;
  readonly title: string;
  readonly note?: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly rowKey: (row: T) => Key;
  readonly empty: string;
}) {
  const { part: name, title, note, columns, rows, rowKey, empty } = props;
  const part = useNamedPart(name);
  return (
    <section {...part} aria-label={title}>
      <Title order={2} size="h4" mb="xs">
        {title}
      </Title>
      {note !== undefined && (
        <Text size="sm" mb="xs">
          {note}
        </Text>
      )}
      {rows.length === 0 ? (
        <Text c="dimmed">{empty}</Text>
      ) : (
        <DataGrid isCompact label={title} columns={columns} rows={rows} rowKey={rowKey} />
      )}
    </section>
  );
}

export function ChartCard({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title} className="card">
      <Title order={2} size="h5" mb="xs">
        {title}
      </Title>
      {children}
    </section>
  );
}
