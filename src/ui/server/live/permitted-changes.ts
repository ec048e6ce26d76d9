import type { Right } from '../../../platform/access-roles.ts';
import { isWithin, type KeyLimits, limitsOf } from '../../../platform/key-patterns.ts';
import type { LiveChange, LiveKind } from '../../wire/live.ts';
import type { CallerRights } from '../ports.ts';
import type { Changed } from './changes.ts';

/** Permission that a reader needs for changes of a kind. */
const NEEDS: Readonly<Record<LiveKind, Right>> = {
  workflows: 'see',
  instances: 'see',
  instance: 'see',
  'user-tasks': 'see-tasks',
  incidents: 'see',
  'dead-letters': 'see',
};

/** The changes that these permissions allow, by process key; undefined: none. `instanceId`: the watched instance. */
export function permittedChanges(
  changes: readonly Changed[],
  rights: CallerRights | undefined,
  instanceId: string | undefined,
): LiveChange | undefined {
  const told = new Map<LiveKind, Set<string>>();
  for (const { kind, key, id } of changes) {
    if (kind === 'instance' ? id !== instanceId : false) continue;
    if (!isWithin(limitsFor(rights, NEEDS[kind]), key)) continue;
    const keys = told.get(kind) ?? new Set();
    keys.add(id ?? key ?? '');
    told.set(kind, keys);
  }
  if (told.size === 0) return undefined;
  return Object.fromEntries([...told].map(([kind, keys]) => [kind, [...keys]]));
}

function limitsFor(rights: CallerRights | undefined, right: Right): KeyLimits {
  return rights === undefined ? undefined : limitsOf(rights(right));
}
