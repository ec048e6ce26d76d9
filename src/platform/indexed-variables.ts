/** A variable that instances are searched by (ADR 0025). `key`: of the process, `*` for all. `path`: names with dots between them. */
export interface IndexedVariable {
  readonly key: string;
  readonly path: string;
}

/** The paths that are indexed for the instances of a process, each once. */
export function indexedPathsOf(indexed: readonly IndexedVariable[], processKey: string): readonly string[] {
  return [...new Set(indexed.filter(({ key }) => key === '*' || key === processKey).map(({ path }) => path))];
}
