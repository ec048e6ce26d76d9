import { Button } from '@mantine/core';
import './components.css';
import { texts } from '../texts/texts.ts';
import { RefreshIcon } from './shell-icons.tsx';

/** Reads the page again; turns while it does. It is never disabled: a disabled button would lose the keyboard's place. */
export function RefreshButton({ isLoading, onClick }: { readonly isLoading: boolean; readonly onClick: () => void }) {
  return (
    <Button
      variant="default"
      leftSection={<RefreshIcon />}
      className={isLoading ? 'is-turning' : ''}
      aria-busy={isLoading}
      onClick={() => !isLoading && onClick()}
    >
      {texts.shared.refresh}
    </Button>
  );
}
