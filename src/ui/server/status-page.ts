import type { HealthAnswer } from '../../platform/health.ts';
import { escapeHtml } from './page.ts';

/** What the read side holds. */
export interface Counts {
  readonly processes: number;
  readonly instances: number;
  readonly running: number;
}

/** What the page shows. */
export interface Status {
  readonly ready: HealthAnswer;
  readonly counts: Counts | undefined;
  readonly apiUrl: string | undefined;
}

/** The body of the status page. */
export function statusPage({ ready, counts, apiUrl }: Status): string {
  const isReady = ready.status === 200;
  const tiles = [
    tile('Processes', counts?.processes),
    tile('Instances', counts?.instances),
    tile('Running', counts?.running),
    tile('Ended', counts === undefined ? undefined : counts.instances - counts.running),
  ];
  return `<h1>Status <span class="badge ${isReady ? 'good' : 'bad'}">${escapeHtml(ready.body)}</span></h1>
<dl class="tiles">${tiles.join('')}</dl>
${apiUrl === undefined ? '' : apiLinks(apiUrl)}
<p class="quiet">Loaded ${new Date().toISOString().slice(0, 19).replace('T', ' ')} (UTC). Reload to look again.</p>`;
}

function tile(label: string, value: number | undefined): string {
  return `<div><dt>${label}</dt><dd>${value === undefined ? '—' : value.toLocaleString('en-US')}</dd></div>`;
}

function apiLinks(apiUrl: string): string {
  const url = escapeHtml(apiUrl);
  const links = ['/Definitions', '/UserTasks', '/metrics'].map((path) => `<li><a href="${url}${path}">${url}${path}</a></li>`);
  return `<h2>API</h2><ul class="links">${links.join('')}</ul>`;
}
