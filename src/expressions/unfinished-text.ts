import type { Outcomes } from './outcomes.ts';

/** Who asks for an evaluation that must not hold up the event loop. */
export interface Asker {
  /** those of one key share the threads: the key of the process */
  readonly key: string;
  /** of the command that the evaluation belongs to */
  readonly commandId: string;
  /** where outcomes are kept until they are asked for again; absent: the asker cannot wait, and what takes long is not even begun */
  readonly outcomes?: Outcomes | undefined;
}

/**
 * A text is not evaluated yet: it would hold up the event loop. Whatever has asked for it is dropped, and done again from its beginning when
 * {@link outcome} is there.
 */
export class UnfinishedText extends Error {
  override readonly name = 'UnfinishedText';
  readonly asker: Asker;
  /** resolves when the evaluation is over; undefined: it was not begun, because the asker cannot wait */
  readonly outcome: Promise<void> | undefined;

  constructor(asker: Asker, outcome?: Promise<void>) {
    super(`a text of command ${asker.commandId} is evaluated in a thread`);
    this.asker = asker;
    this.outcome = outcome;
    outcome?.catch(() => {}); // whoever waits for it is told
  }
}
