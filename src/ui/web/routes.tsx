import type { ComponentType } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { loadPart } from './components/load-part.ts';
import { Loading } from './components/loading.tsx';
import { rememberPageCode } from './components/page-code.ts';
import { FaultPage } from './pages/fault.tsx';
import { NotFoundPage } from './pages/not-found.tsx';
import { PartMissingPage } from './pages/part-missing.tsx';
import { Shell } from './shell/shell.tsx';

/** Loads the code when the page is first opened, or an error page. */
const page = (load: () => Promise<ComponentType>) => async () => ({
  Component: await loadPart(load).catch(() => PartMissingPage),
});

/** See docs/contributing/spec/pages.md#routes. server/app.ts has the same addresses. */
const pages: RouteObject[] = [
  { path: '/', lazy: page(async () => (await import('./pages/home/home-page.tsx')).HomePage) },
  { path: '/workflows', lazy: page(async () => (await import('./pages/workflows/workflows-page.tsx')).WorkflowsPage) },
  { path: '/processes/:key', lazy: page(async () => (await import('./pages/process/process-page.tsx')).ProcessPage) },
  {
    path: '/process-instances/:key/:version?',
    lazy: page(async () => (await import('./pages/instances/instances-page.tsx')).InstancesPage),
  },
  {
    path: '/instances',
    lazy: page(async () => (await import('./pages/instances/all-instances-page.tsx')).AllInstancesPage),
  },
  {
    path: '/process-instance/:instanceId',
    lazy: page(async () => (await import('./pages/instance/instance-page.tsx')).InstancePage),
  },
  {
    path: '/user-tasks',
    lazy: page(async () => (await import('./pages/user-tasks/user-tasks-page.tsx')).UserTasksPage),
  },
  {
    path: '/admin/custom-tasks',
    lazy: page(async () => (await import('./pages/custom-tasks/custom-tasks-page.tsx')).CustomTasksPage),
  },
  { path: '/decisions', lazy: page(async () => (await import('./pages/decisions/decisions-page.tsx')).DecisionsPage) },
  { path: '/decisions/:key', lazy: page(async () => (await import('./pages/decisions/decision-page.tsx')).DecisionPage) },
  {
    path: '/decision-editor',
    lazy: page(async () => (await import('./pages/decision-editor/decision-editor-page.tsx')).DecisionEditorPage),
  },
  { path: '/events', lazy: page(async () => (await import('./pages/events/events-page.tsx')).EventsPage) },
  { path: '/dashboard', lazy: page(async () => (await import('./pages/dashboard/dashboard-page.tsx')).DashboardPage) },
  {
    path: '/dead-letters',
    lazy: page(async () => (await import('./pages/dead-letters/dead-letters-page.tsx')).DeadLettersPage),
  },
  { path: '/batches', lazy: page(async () => (await import('./pages/batches/batches-page.tsx')).BatchesPage) },
  { path: '/incidents', lazy: page(async () => (await import('./pages/incidents/incidents-page.tsx')).IncidentsPage) },
  { path: '/timers', lazy: page(async () => (await import('./pages/timers/timers-page.tsx')).TimersPage) },
  { path: '/modeler', lazy: page(async () => (await import('./pages/modeler/modeler-page.tsx')).ModelerPage) },
  { path: '/settings', lazy: page(async () => (await import('./pages/settings/settings-page.tsx')).SettingsPage) },
];

for (const { path, lazy } of pages) if (path !== undefined && typeof lazy === 'function') rememberPageCode(path, lazy);

export const router = createBrowserRouter([
  {
    Component: Shell,
    ErrorBoundary: FaultPage,
    HydrateFallback: Loading,
    children: [...pages, { path: '*', Component: NotFoundPage }],
  },
]);
