/** SQLSTATE after which a retry may succeed (PostgreSQL, appendix A). */
const RETRYABLE_STATES = new Set([
  '40001', // serialization failure
  '40P01', // deadlock
  '55P03', // lock not available
  'SL001', // concurrent delivery to the same subscription key
  'SL002', // concurrent delete of the process version
  '57P01', // terminated by an administrator
  '57P02', // crash of another backend
  '57P03', // cannot connect now: starting up or shutting down
  '57P05', // idle session timeout
  '25P03', // idle in transaction timeout
  '25P04', // transaction timeout
  '25006', // read only: a standby that is being promoted
]);
/** 08 connection, 53 insufficient resources, 58 system error of the server. */
const RETRYABLE_CLASS = /^(?:08|53|58)[0-9A-Z]{3}$/;
/** Errors after which a retry may succeed, because an administrator may be changing a password or permission, or restoring a database. */
const ACCESS_REFUSED = new Set(['28000', '28P01', '3D000']);
const MISSING_RIGHT = '42501';
const RETRYABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENETDOWN',
  'EAI_AGAIN',
  'ENOTFOUND', // the name of a container exists only while it runs
]);
const CONNECTION_LOST =
  /connection terminated|connection error and is not queryable|timeout exceeded when trying to connect|client was closed|connection timeout|query read timeout/i;
const UNIQUE_VIOLATION = '23505';
/** Raised by `claim_addresses` (migration 0009). */
const ADDRESS_IN_USE = 'SL001';
/** Raised by `claim_definitions` (migration 0022), and by code with the same check. */
export const DEFINITION_GONE = 'SL002';

/** The caller must read the inbox to find out whether the commit succeeded. */
export class CommitUnknown extends Error {
  override readonly name = 'CommitUnknown';
  readonly code = 'COMMIT_UNKNOWN';

  constructor(cause: unknown) {
    super('the connection broke during commit; the outcome is unknown', { cause });
  }
}

/** A fault of the network or the server, a conflict, or CommitUnknown. */
export function isRetryable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof CommitUnknown) return true;
  const code = codeOf(error);
  if (code !== undefined && (RETRYABLE_STATES.has(code) || RETRYABLE_CODES.has(code) || RETRYABLE_CLASS.test(code))) return true;
  if (isAccessRefused(error) || isMissingSocket(error)) return true;
  if (code === undefined && CONNECTION_LOST.test(error.message)) return true;
  if (error instanceof AggregateError) return error.errors.some(isRetryable);
  return error.cause !== undefined && isRetryable(error.cause);
}

/** True for a wrong user, wrong password, no such database. */
export function isAccessRefused(error: unknown): boolean {
  return error instanceof Error && ACCESS_REFUSED.has(codeOf(error) ?? '');
}

/** The database user does not have the permission for the statement. Checks the causes of the error too. */
export function isMissingRight(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return codeOf(error) === MISSING_RIGHT || isMissingRight(error.cause);
}

/** A row with this key exists: in `table`, or without `table` in any table. */
export function isUniqueViolation(error: unknown, table?: string): boolean {
  if (!(error instanceof Error) || codeOf(error) !== UNIQUE_VIOLATION) return false;
  return table === undefined || (error as { table?: unknown }).table === table;
}

export function isStatementTimeout(error: unknown): boolean {
  return error instanceof Error && codeOf(error) === '57014';
}

/** Another transaction was delivering an event to an address at which this one opened a subscription. */
export function isAddressInUse(error: unknown): boolean {
  return error instanceof Error && codeOf(error) === ADDRESS_IN_USE;
}

/** The server did not answer within `answerTimeoutMs`: the caller must not use or await the connection again. */
export function isSilent(error: unknown): boolean {
  return error instanceof Error && /query read timeout/i.test(error.message);
}

/** Sessions that the server ended because they were idle, too slow, or used too much memory. */
const SESSION_ENDED = new Set(['25P03', '25P04', '53200']);
/** Client errors of a session that ended without an error of the server. */
const SESSION_BROKEN = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE']);

/** Conflicts between transactions, although the database works. */
const CONFLICTS = new Set(['40001', '40P01', '55P03', ADDRESS_IN_USE, DEFINITION_GONE]);

/** The caller can retry the transaction without a log line. */
export function isConflict(error: unknown): boolean {
  return error instanceof Error && CONFLICTS.has(codeOf(error) ?? '');
}

/**
 * True if lost during its use, because of a network error or its statements. False if no session can be opened, if an administrator or a shutdown ended it, or
 * if a statement timed out, for example because of maintenance.
 */
export function isSessionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (code !== undefined && (SESSION_ENDED.has(code) || SESSION_BROKEN.has(code))) return true;
  if (code === undefined && /connection terminated|is not queryable/i.test(error.message)) return true;
  return error.cause !== undefined && isSessionLost(error.cause);
}

/**
 * The statement was rejected and the transaction rolled back. Checks the code, because the severity is localised. False for errors that end the connection,
 * because they may come after a commit.
 */
export function isServerError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (code === undefined || !SQLSTATE.test(code) || ENDS_CONNECTION.test(code)) return false;
  const { severity } = error as { severity?: unknown };
  return typeof severity === 'string' && severity !== 'FATAL' && severity !== 'PANIC';
}

const SQLSTATE = /^[0-9A-Z]{5}$/;
/** Connection failures, shut-downs and crashes, and timeouts of sessions and transactions. */
const ENDS_CONNECTION = /^(?:08|57P|25P0[34])/;

/** The socket file of a local server exists only while the server runs. */
function isMissingSocket(error: Error): boolean {
  return codeOf(error) === 'ENOENT' && (error as { syscall?: unknown }).syscall === 'connect';
}

function codeOf(error: Error): string | undefined {
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' ? code : undefined;
}
