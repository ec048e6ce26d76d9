import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { modelerTexts } from '../../texts/modeler.ts';

const texts = modelerTexts.naming;
/** An XML id. */
const KEY = /^[\p{L}_][\p{L}\p{N}_.-]*$/u;

/** Asks for name and key before the first deployment, because the key cannot be changed later. */
export function NameDialog(props: { readonly onName: (key: string, name: string) => void; readonly onClose: () => void }) {
  const { onName, onClose } = props;
  const [name, setName] = useState('');
  const [typedKey, setKey] = useState<string | null>(null);
  const key = typedKey ?? keyOfName(name);
  const isKey = KEY.test(key);
  return (
    <Dialog
      title={texts.title}
      action={modelerTexts.tools.deploy}
      isReady={name.trim() !== '' && isKey}
      isBusy={false}
      onAction={() => onName(key, name.trim())}
      onClose={onClose}
    >
      <TextInput
        label={texts.name}
        placeholder={texts.example}
        required
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label={texts.key}
        required
        value={key}
        error={key !== '' && !isKey && texts.noKey}
        onChange={(event) => setKey(event.currentTarget.value)}
      />
      <Text size="sm" c="dimmed">
        {texts.note}
      </Text>
    </Dialog>
  );
}

/** `Approve an expense` becomes `approve-an-expense`. */
function keyOfName(name: string): string {
  const key = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
  return key === '' || KEY.test(key) ? key : `process-${key}`;
}
