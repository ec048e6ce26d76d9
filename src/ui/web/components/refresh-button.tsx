import { Button } from '@mantine/core';
import { RefreshIcon } from '../parts/icons.tsx';

/** Reads the page again; turns while it does. */
export function RefreshButton({ isLoading, onClick }: { readonly isLoading: boolean; readonly onClick: () => void }) {
  return (
    <Button variant="default" leftSection={<RefreshIcon />} loading={isLoading} onClick={onClick}>
      Refresh
    </Button>
  );
}
