import type { SandboxReply, SandboxRequest } from './sandbox/protocol.ts';

/** What one evaluation gave, with the GUIDs that it could draw from. */
export interface TextOutcome {
  readonly reply: SandboxReply;
  readonly guids: readonly string[];
}

const NONE: readonly TextOutcome[] = [];

/**
 * What texts of one piece of work gave that were evaluated in threads. The work is done again for each of them, and finds the same texts with the
 * same inputs here: a text is a function of its inputs, one of which is the clock.
 */
export class Outcomes {
  private readonly byInput = new Map<string, TextOutcome[]>();
  private readonly sources = new Set<string>();
  private clock: number | undefined;

  /** The clock that texts see: the one of the first attempt, or they would never find what it began. Ms since epoch. */
  clockOr(now: number): number {
    this.clock ??= now;
    return this.clock;
  }

  /** Whether it is worth looking. */
  hasSource(source: string): boolean {
    return this.sources.has(source);
  }

  /** What evaluations with these inputs gave: the same, but for the GUIDs they drew. */
  find(request: SandboxRequest): readonly TextOutcome[] {
    return this.hasSource(request.source) ? (this.byInput.get(inputOf(request)) ?? NONE) : NONE;
  }

  add(request: SandboxRequest, reply: SandboxReply): void {
    const input = inputOf(request);
    this.sources.add(request.source);
    this.byInput.set(input, [...(this.byInput.get(input) ?? []), { reply, guids: guidsOf(request) }]);
  }
}

/** Everything that an evaluation depends on but the GUIDs it may draw, as one text. */
function inputOf(request: SandboxRequest): string {
  const { source, variables, ...rest } = request;
  return `${JSON.stringify({ ...rest, guids: null })}\n${source.length}\n${source}${variables}`;
}

function guidsOf(request: SandboxRequest): readonly string[] {
  return request.kind === 'lenient' ? request.guids : [];
}
