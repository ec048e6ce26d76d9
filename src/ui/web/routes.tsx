import type { ComponentType } from 'react';
import { loadPart } from './components/load-part.ts';
import { rememberPageCode } from './components/page-code.ts';
import { NotFoundPage } from './pages/not-found.tsx';
import { PartMissingPage } from './pages/part-missing.tsx';
import { type Route, Router } from './router/router.ts';

/** Loads the code when the page is first opened, or an error page. */
const page = (load: () => Promise<ComponentType>) => () => loadPart(load).catch((): ComponentType => PartMissingPage);

/** See docs/contributing/spec/pages.md#routes. server/app.ts has the same addresses. */
const pages: readonly Route[] = [
  { path: '/', load: page(async () => (await import('./pages/home/home-page.tsx')).HomePage) },
  { path: '/workflows', load: page(async () => (await import('./pages/workflows/workflows-page.tsx')).WorkflowsPage) },
  { path: '/processes/:key', load: page(async () => (await import('./pages/process/process-page.tsx')).ProcessPage) },
  {
    path: '/process-instances/:key/:version?',
    load: page(async () => (await import('./pages/instances/instances-page.tsx')).InstancesPage),
  },
  {
    path: '/instances',
    load: page(async () => (await import('./pages/instances/all-instances-page.tsx')).AllInstancesPage),
  },
  {
    path: '/process-instance/:instanceId',
    load: page(async () => (await import('./pages/instance/instance-page.tsx')).InstancePage),
  },
  {
    path: '/user-tasks',
    load: page(async () => (await import('./pages/user-tasks/user-tasks-page.tsx')).UserTasksPage),
  },
  {
    path: '/admin/custom-tasks',
    load: page(async () => (await import('./pages/custom-tasks/custom-tasks-page.tsx')).CustomTasksPage),
  },
  { path: '/decisions', load: page(async () => (await import('./pages/decisions/decisions-page.tsx')).DecisionsPage) },
  { path: '/decisions/:key', load: page(async () => (await import('./pages/decisions/decision-page.tsx')).DecisionPage) },
  {
    path: '/decision-editor',
    load: page(async () => (await import('./pages/decision-editor/decision-editor-page.tsx')).DecisionEditorPage),
  },
  { path: '/events', load: page(async () => (await import('./pages/events/events-page.tsx')).EventsPage) },
  { path: '/dashboard', load: page(async () => (await import('./pages/dashboard/dashboard-page.tsx')).DashboardPage) },
  {
    path: '/dead-letters',
    load: page(async () => (await import('./pages/dead-letters/dead-letters-page.tsx')).DeadLettersPage),
  },
  { path: '/batches', load: page(async () => (await import('./pages/batches/batches-page.tsx')).BatchesPage) },
  { path: '/incidents', load: page(async () => (await import('./pages/incidents/incidents-page.tsx')).IncidentsPage) },
  { path: '/timers', load: page(async () => (await import('./pages/timers/timers-page.tsx')).TimersPage) },
  { path: '/modeler', load: page(async () => (await import('./pages/modeler/modeler-page.tsx')).ModelerPage) },
  { path: '/settings', load: page(async () => (await import('./pages/settings/settings-page.tsx')).SettingsPage) },
];

for (const { path, load } of pages) rememberPageCode(path, load);

export const router = new Router(pages, NotFoundPage);
