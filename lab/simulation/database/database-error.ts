/** An error of the simulated server, with the members that the driver gives an error of a real one. */
export class DatabaseError extends Error {
  override readonly name = 'error';
  readonly code: string;
  readonly severity: 'ERROR' | 'FATAL';
  readonly table: string | undefined;

  constructor(code: string, message: string, more: { severity?: 'FATAL'; table?: string } = {}) {
    super(message);
    this.code = code;
    this.severity = more.severity ?? 'ERROR';
    this.table = more.table;
  }
}

/** The connection broke; the outcome on the server is unknown. */
export function brokenConnection(): Error {
  return Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });
}
