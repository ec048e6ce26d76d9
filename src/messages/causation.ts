/** Cause of a command that no client sent: messages, signals and calls that follow from each other. */
export interface Causation {
  /** id of the first command or due timer */
  readonly root: string;
  /** messages, signals and calls from there to here */
  readonly depth: number;
  /** keys of the processes that threw or called them, the latest last; at most ten */
  readonly trail: readonly string[];
}

/** Most chains are short, and a count is a row that all commands of the chain would have to lock. */
export const UNCOUNTED_DEPTH = 4;
const LONGEST_TRAIL = 10;

/** Causation of events and calls of a command. */
export function causationAfter(
  { id, causation }: { readonly id: string; readonly causation?: Causation | undefined },
  processKey: string,
): Causation {
  const { root, depth, trail } = causation ?? { root: id, depth: 0, trail: [] };
  return { root, depth: depth + 1, trail: [...trail, processKey].slice(-LONGEST_TRAIL) };
}

/** Audit data that travels with a recorded command (docs/contributing/spec/audit.md#entry), as does the actor with any command. */
export interface AuditNote {
  readonly act: string;
  readonly by: 'token' | 'session' | 'anonymous';
  /** digest of the session of the pages */
  readonly session?: string;
  readonly surface: 'api' | 'pages';
  readonly address?: string;
  readonly traceId?: string;
}
