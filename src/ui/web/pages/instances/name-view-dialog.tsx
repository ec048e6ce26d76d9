import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { pageTexts } from '../../texts/instances.ts';
import { texts } from '../../texts/texts.ts';
import { MOST_NAME_LENGTH } from './saved-views.ts';

/** Asks for the name of a saved view. */
export function NameDialog(props: {
  readonly userName: string | null;
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
}) {
  const { userName, onName, onClose } = props;
  const [name, setName] = useState('');
  return (
    <Dialog
      title={pageTexts.saveThisView}
      action={pageTexts.saveIt}
      isReady={name.trim() !== ''}
      isBusy={false}
      onAction={() => onName(name.trim())}
      onClose={onClose}
    >
      <TextInput
        label={texts.names.name}
        data-autofocus
        maxLength={MOST_NAME_LENGTH}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Text size="sm" c="dimmed">
        {userName === null ? pageTexts.keptForAll : pageTexts.keptFor(userName)} {pageTexts.passOn}
      </Text>
    </Dialog>
  );
}
