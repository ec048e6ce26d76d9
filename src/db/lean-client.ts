import pg from 'pg';

type Callback = (error: Error | null, result?: unknown) => void;
interface PlainStatement {
  readonly name?: string;
  readonly text: string;
  readonly values?: unknown[];
}
/** Query of the driver, with private properties that keep the values and the result. */
type KeptQuery = pg.Query & { name?: string; values?: unknown; _result?: unknown; _results?: unknown };

const PLAIN: ReadonlySet<string> = new Set(['name', 'text', 'values']);

/**
 * Releases values and rows of a statement after its result. The driver assigns a function to each query object. V8 creates such functions in the old
 * generation, where they keep values and rows in memory until a full garbage collection: half of the garbage of a busy process (ADR 0116).
 */
export class LeanClient extends pg.Client {
  // the driver has seven forms of this call; the rare forms go to the driver unchanged
  override query(...given: unknown[]): never {
    const [statement, second, third] = given;
    const [values, callback] = typeof second === 'function' ? [undefined, second] : [second, third];
    const plain = typeof statement === 'string' ? { text: statement } : statement;
    if (!isPlain(plain) || !isListOrNothing(values) || !isFunctionOrNothing(callback))
      return Reflect.apply(super.query, this, given) as never;
    if (callback !== undefined) return this.#send(plain, values, callback) as never;
    const answer = new Promise((resolve, reject) => {
      this.#send(plain, values, (error, result) => (error ? reject(error) : resolve(result)));
    });
    return answer.catch((error: Error) => {
      Error.captureStackTrace(error); // the stack of the caller instead of that of the socket
      throw error;
    }) as never;
  }

  /** Passes text and values separately, because the driver would copy an object property by property. */
  #send({ name, text, values: own }: PlainStatement, values: unknown[] | undefined, callback: Callback): void {
    let waiting: Callback | undefined = callback;
    const answered: Callback = (error, result) => {
      const waiter = waiting;
      waiting = undefined;
      if (!error) releaseData(query);
      waiter?.(error, result);
    };
    const query = new pg.Query(text, values ?? own, answered as never) as KeptQuery;
    if (name !== undefined) query.name = name;
    super.query(query);
  }
}

function isPlain(statement: unknown): statement is PlainStatement {
  if (typeof statement !== 'object' || statement === null || !('text' in statement) || typeof statement.text !== 'string')
    return false;
  return Object.keys(statement).every((name) => PLAIN.has(name)) && isListOrNothing((statement as { values?: unknown }).values);
}

function isListOrNothing(values: unknown): values is unknown[] | undefined {
  return values === undefined || Array.isArray(values);
}

function isFunctionOrNothing(callback: unknown): callback is Callback | undefined {
  return callback === undefined || typeof callback === 'function';
}

/** Must not be called after an error, because the server may send more messages about the query. */
function releaseData(query: KeptQuery): void {
  query.values = undefined;
  query._result = undefined;
  query._results = undefined;
}
