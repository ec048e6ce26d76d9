import { Group, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { pageTexts } from '../../texts/instance.ts';

/** Texts by column. */
export type FilterTexts = Readonly<Record<string, string>>;

const PAGE_SIZE = 20;

export function useTextFilters(): [FilterTexts, (name: string, text: string) => void] {
  const [texts, setTexts] = useState<FilterTexts>({});
  return [texts, (name, text) => setTexts((before) => ({ ...before, [name]: text }))];
}

/** Compares case-insensitively. */
export function passes(texts: FilterTexts, textOf: (column: string) => string): boolean {
  return Object.entries(texts).every(([name, text]) => textOf(name).toLowerCase().includes(text.trim().toLowerCase()));
}

/** `children`: further filters. */
export function TextFilters(props: {
  readonly columns: readonly (readonly [column: string, name: string])[];
  readonly texts: FilterTexts;
  readonly onChange: (name: string, text: string) => void;
  readonly children?: ReactNode;
}) {
  const { columns, texts, onChange, children } = props;
  return (
    <Group gap="xs" mb="xs">
      {columns.map(([column, name]) => (
        <TextInput
          key={column}
          size="xs"
          w={140}
          placeholder={name}
          aria-label={pageTexts.contains(name)}
          value={texts[column] ?? ''}
          onChange={(event) => onChange(column, event.currentTarget.value)}
        />
      ))}
      {children}
    </Group>
  );
}

/** The requested page, or the last if there are fewer. `question`: filters and order; a change returns to page 1. */
export function usePageOf<T>(
  rows: readonly T[],
  question: string,
): {
  readonly rows: readonly T[];
  readonly page: number;
  readonly pageSize: number;
  readonly totalCount: number;
  readonly onChange: (page: number) => void;
} {
  const [wanted, setWanted] = useState({ page: 1, question });
  const page = Math.min(wanted.question === question ? wanted.page : 1, Math.max(1, Math.ceil(rows.length / PAGE_SIZE)));
  const shown = rows.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  return { rows: shown, page, pageSize: PAGE_SIZE, totalCount: rows.length, onChange: (to) => setWanted({ page: to, question }) };
}
