import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../src/platform/version.ts';
import { endpointsPage } from './endpoints.ts';
import { logEventsPage } from './log-events.ts';
import { metricsPage } from './metrics.ts';
import { settingsPage } from './settings.ts';

/** The pages of docs/reference that are made from tables of the code, by path. */
export function referenceFiles(): Readonly<Record<string, string>> {
  return {
    'docs/reference/endpoints.md': endpointsPage(),
    'docs/reference/settings.md': settingsPage(readFileSync(join(packageRoot, 'docs/configuration.md'), 'utf8')),
    'docs/reference/metrics.md': metricsPage(),
    'docs/reference/log-events.md': logEventsPage(),
  };
}
