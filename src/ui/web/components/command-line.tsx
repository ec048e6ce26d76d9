import { Code, Group } from '@mantine/core';
import { texts } from '../texts/texts.ts';
import { CopyButton } from './copy-button.tsx';

/** Command to copy. `name`: effect, if a page has several; they fill the width, and their buttons are in one column. */
export function CommandLine({ line, name }: { readonly line: string; readonly name?: string }) {
  const label = name === undefined ? texts.shared.command : `${texts.shared.command}: ${name}`;
  const copy = name === undefined ? texts.shared.copyCommand : `${texts.shared.copyCommand}: ${name}`;
  const flex = name === undefined ? '0 1 auto' : '1 1 0';
  return (
    <Group justify="center" wrap="nowrap" gap="xs" mt="sm">
      <Code block ta="left" tabIndex={0} role="group" aria-label={label} style={{ overflowX: 'auto', flex }}>
        {line}
      </Code>
      <CopyButton text={line} label={copy} />
    </Group>
  );
}
