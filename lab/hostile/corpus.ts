import type { HttpRequest } from '../../test/support/http/http-client.ts';

/** Which of the started surfaces an input goes to. */
export type Surface = 'api' | 'pages' | 'secured' | 'sign-in';

/** One hostile input: requests that are sent one after the other. The later ones are left out when an earlier one is refused. */
export interface HostileInput {
  /** describes in a few words why it is hostile */
  readonly name: string;
  readonly requests: readonly HttpRequest[];
}

/** A repeatable source of numbers 0 ≤ x < 1, with what corpora ask of it. */
export interface Dice {
  readonly random: () => number;
  /** a whole number 0 ≤ n < most */
  below(most: number): number;
  pick<T>(items: readonly T[]): T;
}

/** Facts about the service that a corpus may need. */
export interface HostileContext {
  /** signs any claims of a test, as the issuer would */
  readonly forge: (claims: Readonly<Record<string, unknown>>, header?: Readonly<Record<string, unknown>>) => Promise<string>;
  readonly forgeBytes: (payload: string, header?: Readonly<Record<string, unknown>>) => Promise<string>;
}

/** Inputs of one kind. */
export interface Corpus {
  readonly name: string;
  readonly surface: Surface;
  /** longest time from the first byte of a request to the last one of its answer */
  readonly limitMs: number;
  /** inputs of a whole run */
  readonly count: number;
  /** written by hand; they come first */
  readonly written: (context: HostileContext) => Promise<readonly HostileInput[]>;
  /** the n-th of those that are made */
  readonly make: (dice: Dice, n: number, context: HostileContext) => Promise<HostileInput> | HostileInput;
}

/** A separate random source for each input, so that one alone can be made again. */
export function diceOf(random: () => number): Dice {
  const below = (most: number) => Math.floor(random() * most);
  return { random, below, pick: (items) => items[below(items.length)] as (typeof items)[number] };
}

/** A request with a JSON body. */
export function postOf(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): HttpRequest {
  return { method: 'POST', path, body, headers };
}

/** Deploys a model, and starts it. */
export function runOf(key: string, bpmnXml: string, variables: object = {}): readonly HttpRequest[] {
  return [
    postOf('/Definitions/deploy', { BpmnXml: bpmnXml }),
    postOf('/Execution/start', { WorkflowId: key, Variables: variables }),
  ];
}
