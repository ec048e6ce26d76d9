import { Button, Group, NativeSelect } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { sessionQuery } from '../../api/views.ts';
import { lazyPart } from '../../components/lazy-part.tsx';
import { pageTexts } from '../../texts/instances.ts';
import { listOf, readViews, type SavedView, searchOf, withView, writeViews } from './saved-views.ts';

const NameDialog = lazyPart(async () => (await import('./name-view-dialog.tsx')).NameDialog);

/** Its list has only saved views. */
export const INCIDENTS = '/incidents';

/** `localStorage` throws if the browser blocks storage. Callers catch the error. */
const browser = {
  getItem: (key: string) => localStorage.getItem(key),
  setItem: (key: string, text: string) => localStorage.setItem(key, text),
};

/**
 * The address contains the view, so users can share it.
 * @param path list of a process, of a version or of incidents; absent: all instances
 */
export function ViewsBar({ path }: { readonly path?: string }) {
  const { data: session } = useQuery(sessionQuery);
  const userName = session?.user?.name ?? null;
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const [changed, setChanged] = useState<readonly SavedView[] | null>(null);
  const [isNaming, setNaming] = useState(false);
  const all = changed ?? readViews(browser, userName);
  const kept = all.filter((view) => listOf(view.path) === listOf(path));
  const views = [...kept, ...usualViews(path)];
  const search = searchOf(parameters);
  const current = views.find((view) => view.search === search && view.path === path);
  const isNarrowed = search !== '' || path !== listOf(path);
  const keep = (next: readonly SavedView[]) => {
    if (writeViews(browser, userName, next)) setChanged(next);
    else notifications.show({ color: 'red', message: pageTexts.noRoom });
  };
  const open = (chosen: string) => {
    const view = views.find(({ name }) => name === chosen);
    if (view !== undefined) void navigate(`${view.path ?? '/instances'}?${view.search}`);
  };
  return (
    <Group gap="xs" align="flex-end">
      {views.length > 0 && (
        <NativeSelect
          aria-label={pageTexts.view}
          data={[
            ...(current === undefined ? [{ value: '', label: pageTexts.views }] : []),
            ...new Set(views.map(({ name }) => name)),
          ]}
          value={current?.name ?? ''}
          onChange={({ currentTarget: { value } }) => open(value)}
        />
      )}
      {current === undefined && isNarrowed && (
        <Button variant="default" onClick={() => setNaming(true)}>
          {pageTexts.saveView}
        </Button>
      )}
      {current !== undefined && kept.includes(current) && (
        <Button variant="default" onClick={() => keep(all.filter((view) => view !== current))}>
          {pageTexts.forgetView}
        </Button>
      )}
      {isNaming && (
        <NameDialog
          userName={userName}
          onName={(name) => {
            keep(withView(all, { name, search, ...(path !== undefined && { path }) }));
            setNaming(false);
          }}
          onClose={() => setNaming(false)}
        />
      )}
    </Group>
  );
}

/** Default views. A saved view replaces one of the same name. */
function usualViews(path: string | undefined): readonly SavedView[] {
  if (path === INCIDENTS) return [];
  const created = path === undefined ? 'CreatedAt' : 'createdAt';
  const place = path === undefined ? {} : { path };
  return [
    { name: pageTexts.usualViews.failed, search: 'status=Failed', ...place },
    { name: pageTexts.usualViews.longest, search: `sort=${created}&status=Running`, ...place },
  ];
}
