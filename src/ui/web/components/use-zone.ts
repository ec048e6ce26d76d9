import type { Zone } from '../texts/numbers.ts';
import { useKept } from './kept.ts';

/** Zone of all times in this browser (docs/contributing/spec/pages.md#times). */
export function useZone(): readonly [Zone, (zone: Zone) => void] {
  const [text, keep] = useKept('time-zone', 'local');
  return [text === 'utc' ? 'utc' : 'local', keep];
}
