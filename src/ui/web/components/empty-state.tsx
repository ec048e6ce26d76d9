import type { ReactNode } from 'react';
import './components.css';
import { Button, Paper, Text } from '@mantine/core';
import { texts } from '../texts/texts.ts';
import { CommandLine } from './command-line.tsx';
import { useApiAddress } from './use-api-address.ts';

/** Hidden from screen readers. */
function Picture({ children }: { readonly children: ReactNode }) {
  return (
    <svg className="illustration" width="112" height="64" viewBox="0 0 112 64" fill="none" aria-hidden="true">
      {children}
    </svg>
  );
}

/** List that has never had items. */
const NothingYet = () => (
  <Picture>
    <circle className="line" cx="14" cy="32" r="9" />
    <path className="faint" d="M23 32h13M68 32h16" strokeDasharray="3 4" />
    <rect className="line fill" x="36" y="18" width="32" height="28" rx="6" />
    <path className="accent" d="M52 25v14M45 32h14" />
    <circle className="faint" cx="95" cy="32" r="11" strokeDasharray="3 4" />
  </Picture>
);

/** No item matches the filters. */
const NothingFits = () => (
  <Picture>
    <path className="faint" d="M14 16h84M14 30h36M14 44h44M90 30h8" />
    <circle className="line fill" cx="70" cy="34" r="15" />
    <path className="accent" d="m81 45 12 12" />
    <path className="faint" d="M63 34h14" />
  </Picture>
);

/** No pending items. */
const NothingWaits = () => (
  <Picture>
    <path className="faint" d="M8 32h26M78 32h26" />
    <circle className="line fill" cx="56" cy="32" r="21" />
    <path className="accent" d="m46 33 7 7 14-15" />
  </Picture>
);

/** See docs/contributing/spec/pages.md. `command`: creates items, for an address of the API. `onClear` absent: no filters. */
export function EmptyState(props: {
  readonly text: string;
  readonly hint?: string | undefined;
  readonly command?: (apiUrl: string) => string;
  readonly onClear?: (() => void) | undefined;
}) {
  const { text, hint, command, onClear } = props;
  const api = useApiAddress();
  const Illustration = onClear !== undefined ? NothingFits : command !== undefined ? NothingYet : NothingWaits;
  const line = command?.(api);
  return (
    <Paper withBorder p="lg" ta="center">
      <Illustration />
      <Text>{text}</Text>
      {hint !== undefined && (
        <Text c="dimmed" size="sm" mt={4}>
          {hint}
        </Text>
      )}
      {onClear !== undefined && (
        <Button variant="subtle" size="xs" mt="xs" onClick={onClear}>
          {texts.shared.clearFilters}
        </Button>
      )}
      {line !== undefined && <CommandLine line={line} />}
    </Paper>
  );
}
