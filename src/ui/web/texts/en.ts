/** English, the language of the contract and of every page (docs/design.md#texts). Sections are parts of the frame and shared components. */
export const en = {
  lang: 'en',
  shell: {
    skip: 'Skip to content',
    pages: 'Pages',
    search: 'Search',
    sessionFailed: (message: string) => `Failed to load the session: ${message}`,
  },
  signIn: {
    title: 'Sign-in',
    expired: 'Your sign-in has expired.',
    signIn: 'Sign in',
  },
  search: {
    placeholder: 'Instance id, business id or process key',
    searching: 'Searching…',
    nothing: 'Nothing found.',
  },
  shared: {
    loading: 'Loading',
    clearFilters: 'Clear the filters',
    command: 'Command',
    copyCommand: 'Copy the command',
    shownAsOf: (time: string) => `Shown as of ${time} (UTC). It is read again when the service is back.`,
    partMissing: 'This part of the page could not be loaded.',
    loadAgain: 'Load the page again',
    close: 'Close',
  },
  live: {
    rows: {
      instances: (count: number) => (count === 1 ? '1 new instance' : `${count} new instances`),
      tasks: (count: number) => (count === 1 ? '1 new task' : `${count} new tasks`),
      incidents: (count: number) => (count === 1 ? '1 new incident' : `${count} new incidents`),
      letters: (count: number) => (count === 1 ? '1 new dead letter' : `${count} new dead letters`),
    },
    changed: (time: string) => `Changed since ${time} (UTC)`,
    show: 'Show',
  },
  notices: {
    task: (name: string) => `New task: ${name}`,
    taskBody: 'It waits for you or one of your groups.',
    incident: (key: string) => `New incident in ${key}`,
  },
  settings: {
    live: 'Live',
    way: 'When there is something new',
    say: 'Say so, and show it when I ask',
    show: 'Show it at once',
    wayHint: 'Lists keep still while you type, mark text or have a dialog open.',
    notices: 'Notifications of the browser',
    tasks: 'A new task for me or my groups',
    incidents: 'A new incident',
    noticesHint: 'They come while a page of Sluice is open, also in the background.',
    refused: 'This browser refuses notifications of this address. You can allow them in its settings.',
    missing: 'This browser has no notifications at this address: they need https.',
  },
};
