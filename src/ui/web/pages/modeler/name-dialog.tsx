import '@mantine/core/styles/Checkbox.css';
import { Alert, Button, Checkbox, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { modelerTexts } from '../../texts/modeler.ts';
import { type KnownProcess, lookUpKey } from './known-process.ts';

const texts = modelerTexts.naming;
/** An XML id. */
const KEY = /^[\p{L}_][\p{L}\p{N}_.-]*$/u;

/** Delay after the last change of the key. */
const LOOK_UP_AFTER_MS = 300;

/** Asks for name and key before the first deployment, because the key cannot be changed later. A key that is in use needs a confirmation. */
export function NameDialog(props: { readonly onName: (key: string, name: string) => void; readonly onClose: () => void }) {
  const { onName, onClose } = props;
  const [name, setName] = useState('');
  const [typedKey, setKey] = useState<string | null>(null);
  const key = typedKey ?? keyOfName(name);
  const isKey = KEY.test(key);
  const [confirmed, setConfirmed] = useState('');
  const { found, isCurrent } = useKnownKey(isKey ? key : '');
  const isFree = isCurrent && (found === undefined || confirmed === key);
  return (
    <Dialog
      title={texts.title}
      action={modelerTexts.tools.deploy}
      isReady={name.trim() !== '' && isKey && isFree}
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
      {found !== undefined && (
        <Alert color="yellow" variant="light" role="alert" p="xs">
          <Text size="sm">{knownText(found.known)}</Text>
          {found.free !== undefined && (
            <Button size="compact-sm" variant="default" my={6} onClick={() => setKey(found.free ?? key)}>
              {texts.use(found.free)}
            </Button>
          )}
          <Checkbox
            label={texts.confirm(key, found.known.version + 1)}
            checked={confirmed === key}
            onChange={({ currentTarget: { checked } }) => setConfirmed(checked ? key : '')}
          />
        </Alert>
      )}
      <Text size="sm" c="dimmed">
        {texts.note}
      </Text>
    </Dialog>
  );
}

/** `isCurrent` false: the key is not looked up yet. A failed look-up counts as a free key: the deploy reports the fault. */
function useKnownKey(key: string) {
  const queries = useQueryClient();
  const [asked] = useDebouncedValue(key, LOOK_UP_AFTER_MS);
  const { data, isFetching } = useQuery({
    queryKey: ['known key', asked],
    queryFn: async () => (await lookUpKey(queries, asked)) ?? null,
    enabled: asked !== '',
    retry: false,
  });
  const isCurrent = asked === key && !isFetching;
  return { found: asked === key ? (data ?? undefined) : undefined, isCurrent };
}

function knownText({ key, version, name }: KnownProcess): string {
  return texts.known(key, version, name);
}

/** Asks before a drawing that was not opened from a process becomes its next version. */
export function KnownKeyDialog(props: {
  readonly known: KnownProcess;
  readonly onDeploy: () => void;
  readonly onClose: () => void;
}) {
  const { known, onDeploy, onClose } = props;
  return (
    <Dialog
      title={texts.knownTitle(known.key)}
      action={texts.deployAs(known.version + 1)}
      isBusy={false}
      onAction={onDeploy}
      onClose={onClose}
    >
      <Text size="sm">{knownText(known)}</Text>
      <Text size="sm" c="dimmed">
        {texts.otherKey}
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
