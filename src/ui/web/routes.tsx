import { type ComponentType, use, useEffect, useState } from 'react';
import { matchPath, useRoutes } from 'react-router';
import { loadPart } from './components/load-part.ts';
import { rememberPageCode } from './components/page-code.ts';
import { NotFoundPage } from './pages/not-found.tsx';
import { PartMissingPage } from './pages/part-missing.tsx';
import { Shell } from './shell/shell.tsx';

/** Page whose code is loaded when it is first opened. `opened`: that code, or an error page. */
class LazyPage {
  readonly path: string;
  readonly #load: () => Promise<ComponentType>;
  #loaded: ComponentType | undefined;
  #opened: Promise<ComponentType> | undefined;

  constructor(path: string, load: () => Promise<ComponentType>) {
    this.path = path;
    this.#load = load;
    rememberPageCode(path, () => this.#read());
  }

  get isLoaded(): boolean {
    return this.#loaded !== undefined;
  }

  opened(): Promise<ComponentType> {
    this.#opened ??= this.#read().catch(() => {
      this.#loaded = PartMissingPage;
      return PartMissingPage;
    });
    return this.#opened;
  }

  /** Without a state of loading if the code is loaded. */
  readonly Show = () => {
    const Page = this.#loaded ?? use(this.opened());
    return <Page />;
  };

  async #read(): Promise<ComponentType> {
    const Page = await loadPart(this.#load);
    this.#loaded = Page;
    return Page;
  }
}

const page = (path: string, load: () => Promise<ComponentType>) => new LazyPage(path, load);

/** See docs/contributing/spec/pages.md#routes. server/app.ts has the same addresses. */
const pages = [
  page('/', async () => (await import('./pages/home/home-page.tsx')).HomePage),
  page('/workflows', async () => (await import('./pages/workflows/workflows-page.tsx')).WorkflowsPage),
  page('/processes/:key', async () => (await import('./pages/process/process-page.tsx')).ProcessPage),
  page('/process-instances/:key/:version?', async () => (await import('./pages/instances/instances-page.tsx')).InstancesPage),
  page('/instances', async () => (await import('./pages/instances/all-instances-page.tsx')).AllInstancesPage),
  page('/process-instance/:instanceId', async () => (await import('./pages/instance/instance-page.tsx')).InstancePage),
  page('/user-tasks', async () => (await import('./pages/user-tasks/user-tasks-page.tsx')).UserTasksPage),
  page('/admin/custom-tasks', async () => (await import('./pages/custom-tasks/custom-tasks-page.tsx')).CustomTasksPage),
  page('/decisions', async () => (await import('./pages/decisions/decisions-page.tsx')).DecisionsPage),
  page('/decisions/:key', async () => (await import('./pages/decisions/decision-page.tsx')).DecisionPage),
  page('/decision-editor', async () => (await import('./pages/decision-editor/decision-editor-page.tsx')).DecisionEditorPage),
  page('/events', async () => (await import('./pages/events/events-page.tsx')).EventsPage),
  page('/dashboard', async () => (await import('./pages/dashboard/dashboard-page.tsx')).DashboardPage),
  page('/dead-letters', async () => (await import('./pages/dead-letters/dead-letters-page.tsx')).DeadLettersPage),
  page('/batches', async () => (await import('./pages/batches/batches-page.tsx')).BatchesPage),
  page('/incidents', async () => (await import('./pages/incidents/incidents-page.tsx')).IncidentsPage),
  page('/timers', async () => (await import('./pages/timers/timers-page.tsx')).TimersPage),
  page('/modeler', async () => (await import('./pages/modeler/modeler-page.tsx')).ModelerPage),
  page('/settings', async () => (await import('./pages/settings/settings-page.tsx')).SettingsPage),
];

/** Loads while the frame reads who is signed in. */
const first = pages.find(({ path }) => matchPath(path, window.location.pathname) !== null);
const firstOpened = first?.opened();

/** The frame with the page of the address. */
export function Pages() {
  const [isReady, setReady] = useState(first === undefined || first.isLoaded);
  useEffect(() => void firstOpened?.then(() => setReady(true)), []);
  return useRoutes([
    {
      element: <Shell isReady={isReady} />,
      children: [...pages.map(({ path, Show }) => ({ path, element: <Show /> })), { path: '*', element: <NotFoundPage /> }],
    },
  ]);
}
