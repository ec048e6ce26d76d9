/**
 * A seeded bug of the engine that the golden traces, the probes and the random processes have to notice. A mutant that lives means that these
 * tests would also miss the same bug made by accident.
 */
export interface Mutant {
  /** the bug in words */
  readonly bug: string;
  /**
   * Name of the function, constant or member of src/engine with the code (`parallelGateway.onArrive`, `Run.queue`). If the name does not exist, all of
   * src/engine is searched.
   */
  readonly in: string;
  /**
   * The replaced code: one expression, or statements that end with a semicolon or a brace. It is compared by syntax, so layout, comments and redundant
   * brackets do not count. `$name` matches any variable.
   */
  readonly from: string;
  /** replacement with the same variables; empty: removes the code */
  readonly to: string;
}
