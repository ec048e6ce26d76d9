const ends = new Set<() => void>();
let isListening = false;

/**
 * Calls `end` when this process exits, however it comes to that: programs that tests start must not outlive them. One listener serves them all.
 * @returns what takes it back, once the program has been stopped
 */
export function endWithUs(end: () => void): () => void {
  if (!isListening) process.once('exit', endAll);
  isListening = true;
  ends.add(end);
  return () => void ends.delete(end);
}

function endAll(): void {
  for (const end of ends) end();
}
