type Close = () => Promise<void> | undefined;

let collected: { title: string; close: Close }[] | undefined;

/**
 * Closes something that all files of a process share, after the last of them: a server, a browser.
 * Under mocha alone that is a hook of the root suite; a worker of `npm test` runs many root suites and closes at its own end.
 */
export function atEndOfRun(title: string, close: Close): void {
  if (collected !== undefined) collected.push({ title, close });
  else if (typeof after === 'function') after(title, close);
}

/** Called once by a worker, before it loads a test. Returns what closes everything, newest first. */
export function collectEnds(): () => Promise<void> {
  const ends: { title: string; close: Close }[] = [];
  collected = ends;
  return async () => {
    for (const { close } of ends.splice(0).reverse()) await close();
  };
}
