import { matchPath } from 'react-router';
import type { LiveChange, LiveKind } from '../../wire/live.ts';

/** What a page hears of. `key`: only of this one. `rows`: what its list has, in the plural; left out: no list. */
export interface Interest {
  readonly kinds: readonly LiveKind[];
  readonly key?: string | undefined;
  readonly rows?: 'instances' | 'tasks' | 'incidents' | 'letters';
}

/**
 * What the page at an address has to hear of; undefined: nothing. Left out are pages that read themselves again at an interval, `/events`, which never does
 * (docs/contributing/spec/pages.md#no-self-refresh), and pages without data.
 */
export function interestOf(pathname: string): Interest | undefined {
  const ofKey = matchPath('/process-instances/:key/:version?', pathname);
  if (ofKey !== null) return { kinds: ['instances', 'workflows'], key: ofKey.params.key, rows: 'instances' };
  const ofProcess = matchPath('/processes/:key', pathname);
  if (ofProcess !== null) return { kinds: ['instances', 'workflows'], key: ofProcess.params.key };
  const instanceId = instanceAt(pathname);
  if (instanceId !== undefined) return { kinds: ['instance'], key: instanceId };
  return PAGES[pathname];
}

const PAGES: Readonly<Record<string, Interest>> = {
  '/workflows': { kinds: ['workflows', 'instances'] },
  '/instances': { kinds: ['instances'], rows: 'instances' },
  '/user-tasks': { kinds: ['user-tasks'], rows: 'tasks' },
  '/incidents': { kinds: ['incidents'], rows: 'incidents' },
  '/dead-letters': { kinds: ['dead-letters'], rows: 'letters' },
};

/** The instance of an instance page. */
export function instanceAt(pathname: string): string | undefined {
  return matchPath('/process-instance/:instanceId', pathname)?.params.instanceId?.toLowerCase();
}

/** Whether a change is one that a page has to hear of. */
export function concerns({ kinds, key }: Interest, change: LiveChange): boolean {
  return kinds.some((kind) => {
    const keys = change[kind];
    return keys !== undefined && (key === undefined || keys.includes(key));
  });
}
