import { ActionIcon, CopyButton as Copying } from '@mantine/core';
import { texts } from '../texts/texts.ts';
import { CheckIcon, CopyIcon } from './shell-icons.tsx';
import { Tooltip } from './tooltip.tsx';

export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <Copying value={text} timeout={1500}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? texts.shared.copied : label}>
          <ActionIcon variant="subtle" onClick={copy} aria-label={label}>
            {copied ? <CheckIcon /> : <CopyIcon />}
          </ActionIcon>
        </Tooltip>
      )}
    </Copying>
  );
}
