/**
 * A seeded bug of the engine that the golden traces, the probes and the random processes have to notice. A mutant that lives means that these
 * tests would also miss the same bug made by accident.
 */
export interface Mutant {
  /** the bug in words */
  readonly bug: string;
  /**
   * Which function, constant or member (`parallelGateway.onArrive`, `Run.queue`) of src/engine has the code. When nothing has the name any more, all
   * of src/engine is searched.
   */
  readonly in: string;
  /**
   * The code that is replaced: one expression, or some statements that end with a semicolon or a brace. It is compared as syntax, so layout, comments
   * and brackets without effect do not count. `$name` stands for any variable.
   */
  readonly from: string;
  /** what the mutant has in its place, with the same variables; empty: nothing */
  readonly to: string;
}
