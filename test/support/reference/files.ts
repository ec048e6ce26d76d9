import { CAMUNDA_7_PAGE, camunda7Page } from './camunda-7.ts';
import { CAMUNDA_8_PAGE, camunda8Page } from './camunda-8.ts';
import { endpointsPage } from './endpoints.ts';
import { metricsPage } from './metrics.ts';
import { settingsPage } from './settings.ts';

/** The pages that are made from tables of the code, or have one, by path. */
export function referenceFiles(): Readonly<Record<string, string>> {
  return {
    'docs/reference/endpoints.md': endpointsPage(),
    'docs/reference/metrics.md': metricsPage(),
    'docs/reference/settings.md': settingsPage(),
    [CAMUNDA_7_PAGE]: camunda7Page(),
    [CAMUNDA_8_PAGE]: camunda8Page(),
  };
}
