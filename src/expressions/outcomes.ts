import type { SandboxReply, SandboxRequest } from './sandbox/protocol.ts';

/** Result with the GUIDs it could draw. */
export interface TextOutcome {
  readonly reply: SandboxReply;
  readonly guids: readonly string[];
}

const NONE: readonly TextOutcome[] = [];

/** Results of threads for one command, which is retried after each: a text with the same inputs, including the clock, has the same result. */
export class Outcomes {
  private readonly byInput = new Map<string, TextOutcome[]>();
  private readonly sources = new Set<string>();
  private clock: number | undefined;

  /** Clock of the first attempt, because it is an input that must match on retries. Ms since epoch. */
  clockOr(now: number): number {
    this.clock ??= now;
    return this.clock;
  }

  /** Cheap test before building a key. */
  hasSource(source: string): boolean {
    return this.sources.has(source);
  }

  /** Results with the same inputs; they differ only in their GUIDs. */
  find(request: SandboxRequest): readonly TextOutcome[] {
    return this.hasSource(request.source) ? (this.byInput.get(inputOf(request)) ?? NONE) : NONE;
  }

  /** Keeps the result for the retries of the command. */
  add(request: SandboxRequest, reply: SandboxReply): void {
    const input = inputOf(request);
    this.sources.add(request.source);
    this.byInput.set(input, [...(this.byInput.get(input) ?? []), { reply, guids: guidsOf(request) }]);
  }
}

/** Key of all inputs except GUIDs. */
function inputOf(request: SandboxRequest): string {
  const { source, variables, ...rest } = request;
  return `${JSON.stringify({ ...rest, guids: null })}\n${source.length}\n${source}${variables}`;
}

function guidsOf(request: SandboxRequest): readonly string[] {
  return request.kind === 'lenient' ? request.guids : [];
}
