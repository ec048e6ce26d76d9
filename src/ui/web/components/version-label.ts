import type { InstanceCounts } from '../../wire/workflows.ts';
import { pageTexts } from '../texts/instances.ts';

/** Label of a choice of versions: `v2 · 12 running, 3 failed`. */
export function versionLabel(name: string, all: readonly { readonly counts: InstanceCounts }[]): string {
  const sum = (state: keyof InstanceCounts) => all.reduce((total, { counts }) => total + counts[state], 0);
  const [running, failed] = [sum('running'), sum('failed')];
  const counts = [running > 0 ? pageTexts.running(running) : '', failed > 0 ? pageTexts.failedNow(failed) : ''].filter(
    (text) => text !== '',
  );
  return counts.length === 0 ? name : `${name} · ${counts.join(', ')}`;
}
