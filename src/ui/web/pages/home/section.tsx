import { Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type Key, type ReactNode, useState } from 'react';
import { useLocation } from 'react-router';
import { type Column, DataGrid } from '../../components/data-grid.tsx';
import { ChevronIcon } from '../../components/page-icons.tsx';
import { PHONE } from '../../components/phone.ts';
import { useNamedPart } from '../../components/use-named-part.ts';
import { pageTexts } from '../../texts/dashboard.ts';

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
  /** folded on a phone until it is opened or named by the address */
  readonly folds?: boolean;
}) {
  const { part: name, title, note, columns, rows, rowKey, empty, folds = false } = props;
  const part = useNamedPart(name);
  const { hash } = useLocation();
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  const [opened, setOpened] = useState<boolean>();
  const isOpen = !folds || !isPhone || (opened ?? hash === `#${name}`);
  return (
    // the table is a named part
    <section {...part} {...((rows.length === 0 || !isOpen) && { 'aria-label': title })}>
      <Title order={2} size="h4" mb="xs">
        {folds && isPhone ? (
          <button type="button" className="fold-button" aria-expanded={isOpen} onClick={() => setOpened(!isOpen)}>
            <ChevronIcon isOpen={isOpen} /> {pageTexts.sectionOf(title, rows.length)}
          </button>
        ) : (
          title
        )}
      </Title>
      {isOpen && (
        <>
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
        </>
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
