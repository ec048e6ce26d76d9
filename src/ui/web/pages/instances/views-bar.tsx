import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { sessionQuery } from '../../api/views.ts';
import { Dialog } from '../../components/dialog.tsx';
import { MOST_NAME_LENGTH, readViews, type SavedView, searchOf, withView, writeViews } from './saved-views.ts';

/** Chooses, saves and forgets views of the list; the address itself is a view that can be passed on. */
export function ViewsBar() {
  const { data: session } = useQuery(sessionQuery);
  const userName = session?.user?.name ?? null;
  const [parameters, setParameters] = useSearchParams();
  const [changed, setChanged] = useState<readonly SavedView[] | null>(null);
  const [isNaming, setNaming] = useState(false);
  const views = changed ?? readViews(localStorage, userName);
  const search = searchOf(parameters);
  const current = views.find((view) => view.search === search);
  const keep = (next: readonly SavedView[]) => {
    if (writeViews(localStorage, userName, next)) setChanged(next);
    else notifications.show({ color: 'red', message: 'This browser has no room for the view.' });
  };
  if (views.length === 0 && search === '') return null;
  return (
    <Group gap="xs" align="flex-end">
      {views.length > 0 && (
        <NativeSelect
          aria-label="View"
          data={[...(current === undefined ? [{ value: '', label: 'Saved views' }] : []), ...views.map(({ name }) => name)]}
          value={current?.name ?? ''}
          onChange={({ currentTarget: { value } }) => setParameters(views.find(({ name }) => name === value)?.search ?? '')}
        />
      )}
      {current === undefined ? (
        search !== '' && (
          <Button variant="default" onClick={() => setNaming(true)}>
            Save view
          </Button>
        )
      ) : (
        <Button variant="default" onClick={() => keep(views.filter((view) => view !== current))}>
          Forget view
        </Button>
      )}
      {isNaming && (
        <NameDialog
          userName={userName}
          onName={(name) => {
            keep(withView(views, { name, search }));
            setNaming(false);
          }}
          onClose={() => setNaming(false)}
        />
      )}
    </Group>
  );
}

function NameDialog(props: {
  readonly userName: string | null;
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
}) {
  const { userName, onName, onClose } = props;
  const [name, setName] = useState('');
  return (
    <Dialog
      title="Save this view"
      action="Save"
      isReady={name.trim() !== ''}
      isBusy={false}
      onAction={() => onName(name.trim())}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        data-autofocus
        maxLength={MOST_NAME_LENGTH}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Text size="sm" c="dimmed">
        {userName === null
          ? 'It is kept in this browser, for everybody who uses it.'
          : `It is kept in this browser, for ${userName}.`}{' '}
        To pass a view on, send its address.
      </Text>
    </Dialog>
  );
}
