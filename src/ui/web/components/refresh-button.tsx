import { Button } from '@mantine/core';
import './components.css';
import { texts } from '../texts/texts.ts';
import { RefreshIcon } from './shell-icons.tsx';

/** Turns while the page loads. Never disabled: that would lose the keyboard focus. */
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
