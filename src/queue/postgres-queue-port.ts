/** Database functions of this backend; the composition root provides them, because only `db` may open connections. */
export interface PostgresQueuePort {
  /** node-postgres pool with search path {@link QUEUE_SCHEMA}. Needs no synchronous commit: a lost transaction costs only a wake-up signal */
  readonly pool: object;
  /** runs `work` on one dedicated session */
  withSession(
    work: (session: { query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> }) => Promise<unknown>,
  ): Promise<void>;
  /** repeats `work` while the database is not reachable; rejects when `signal` is aborted */
  whenReachable<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T>;
  notify(channel: string, payload: string): Promise<void>;
  listen(channel: string, onMessage: (payload: string) => void): Promise<{ close(): Promise<void> }>;
}
