import { endpointsPage } from './endpoints.ts';
import { metricsPage } from './metrics.ts';
import { settingsPage } from './settings.ts';

/** The pages of docs/reference that are made from tables of the code, by path. */
export function referenceFiles(): Readonly<Record<string, string>> {
  return {
    'docs/reference/endpoints.md': endpointsPage(),
    'docs/reference/metrics.md': metricsPage(),
    'docs/reference/settings.md': settingsPage(),
  };
}
