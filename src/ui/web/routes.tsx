import { createBrowserRouter, type RouteObject, redirect } from 'react-router';
import { Loading } from './components/loading.tsx';
import { FaultPage } from './pages/fault.tsx';
import { NotFoundPage } from './pages/not-found.tsx';
import { Shell } from './shell/shell.tsx';

/** The pages (docs/spec/pages.md#routes); each is loaded when it is first opened. The server knows the same addresses (server/page-paths.ts). */
const pages: RouteObject[] = [
  { path: '/', loader: () => redirect('/workflows') },
  { path: '/workflows', lazy: async () => ({ Component: (await import('./pages/workflows/workflows-page.tsx')).WorkflowsPage }) },
  {
    path: '/process-instances/:key/:version?',
    lazy: async () => ({ Component: (await import('./pages/instances/instances-page.tsx')).InstancesPage }),
  },
  {
    path: '/instances',
    lazy: async () => ({ Component: (await import('./pages/instances/all-instances-page.tsx')).AllInstancesPage }),
  },
  {
    path: '/process-instance/:instanceId',
    lazy: async () => ({ Component: (await import('./pages/instance/instance-page.tsx')).InstancePage }),
  },
  {
    path: '/user-tasks',
    lazy: async () => ({ Component: (await import('./pages/user-tasks/user-tasks-page.tsx')).UserTasksPage }),
  },
  {
    path: '/admin/custom-tasks',
    lazy: async () => ({ Component: (await import('./pages/custom-tasks/custom-tasks-page.tsx')).CustomTasksPage }),
  },
  { path: '/events', lazy: async () => ({ Component: (await import('./pages/events/events-page.tsx')).EventsPage }) },
  { path: '/dashboard', lazy: async () => ({ Component: (await import('./pages/dashboard/dashboard-page.tsx')).DashboardPage }) },
  {
    path: '/dead-letters',
    lazy: async () => ({ Component: (await import('./pages/dead-letters/dead-letters-page.tsx')).DeadLettersPage }),
  },
  { path: '/modeler', lazy: async () => ({ Component: (await import('./pages/modeler/modeler-page.tsx')).ModelerPage }) },
  { path: '/settings', lazy: async () => ({ Component: (await import('./pages/settings/settings-page.tsx')).SettingsPage }) },
];

/** Addresses and their pages, all inside the shell. */
export const router = createBrowserRouter([
  {
    Component: Shell,
    ErrorBoundary: FaultPage,
    HydrateFallback: Loading,
    children: [...pages, { path: '*', Component: NotFoundPage }],
  },
]);
