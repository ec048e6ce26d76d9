interface End {
  readonly title: string;
  readonly close: () => Promise<void> | undefined;
}

/**
 * Parts that a worker of `npm test` closes at its end. On the global object, because this module can be there twice in one process: mocha requires the
 * tests, the worker imports it.
 */
const shared = globalThis as { sluiceEndsOfRun?: End[] };

/**
 * Closes something that all files of a process share, after the last of them: a server, a browser.
 * Under mocha alone that is a hook of the root suite; a worker of `npm test` runs many root suites and closes at its own end.
 */
export function atEndOfRun(title: string, close: End['close']): void {
  if (shared.sluiceEndsOfRun !== undefined) shared.sluiceEndsOfRun.push({ title, close });
  else if (typeof after === 'function') after(title, close);
}

/** Called once by a worker, before it loads a test. Returns what closes everything, newest first. */
export function collectEnds(): () => Promise<void> {
  const ends: End[] = [];
  shared.sluiceEndsOfRun = ends;
  return async () => {
    for (const { close } of ends.splice(0).reverse()) await close();
  };
}
