import type { Writable } from 'node:stream';
import { type ArrayElement, arrayLiteral, arrayTypesOf, binaryArray } from './array-binary.ts';
import { CommitUnknown, isServerError, isSilent } from './errors.ts';
import type { Pool, PoolClient } from './pool.ts';
import type { Statement } from './statement.ts';

export {
  CommitUnknown,
  DEFINITION_GONE,
  isAddressInUse,
  isConflict,
  isRetryable,
  isSessionLost,
  isUniqueViolation,
} from './errors.ts';

/** Limit of values: the server accepts 1 GB, and the driver checks too late. Unit: characters of texts, bytes of binary arrays. */
const MAX_VALUES_SIZE = 268_435_456;

/** Prepared statements with positional values ($1, $2 …). `query` rejects with the error of the server or connection. */
export interface Connection {
  query<Row extends object>(statement: Statement, values: readonly unknown[]): Promise<Row[]>;
}

export interface Transaction extends Connection {
  /**
   * Does not wait for the result. The commit waits for it, and rejects with its error. On a pipelined pool, all such statements and the commit take one round
   * trip. Throws if the values are too long, or if the statement is the first one of a transaction that begins with a read.
   * @param onRows gets the rows before the commit ends
   */
  enqueue<Row extends object>(statement: Statement, values: readonly unknown[], onRows?: (rows: Row[]) => void): void;
}

/** Single statements without a transaction on any connection of the pool. */
export function poolConnection(pool: Pool): Connection {
  return { query: (statement, values) => run(pool, statement, values) };
}

export interface TransactionOptions {
  /** The first statement is a `query` that changes nothing. A pipelined pool sends it together with `begin`, which saves a round trip. */
  readonly beginsWithRead?: boolean;
}

/**
 * Rolls back if `work` rejects, and rejects with the same error. Rejects with CommitUnknown if the connection breaks during the commit. Isolation: read
 * committed (server default).
 */
export async function withTransaction<T>(
  pool: Pool,
  work: (transaction: Transaction) => Promise<T>,
  { beginsWithRead = false }: TransactionOptions = {},
): Promise<T> {
  const client = await pool.connect();
  try {
    const queue = new StatementQueue(client);
    if (beginsWithRead && queue.isPipelined) queue.beginWithNext();
    else await client.query('begin'); // awaited: if it fails, later statements on a pipelined connection would commit one by one
    const result = await work(queue);
    await commit(queue);
    client.release();
    return result;
  } catch (error) {
    client.release(!(await rollBack(client, error)));
    throw error;
  }
}

/** `commit` fails if one of the statements has failed. */
class StatementQueue implements Transaction {
  readonly #client: PoolClient;
  #sent: Promise<unknown>[] = [];
  /** statements without result, in the order in which they were sent */
  #unanswered: Promise<unknown>[] = [];
  #isGathering = false;
  #hasBegun = true;

  constructor(client: PoolClient) {
    this.#client = client;
  }

  get isPipelined(): boolean {
    return this.#client.pipeline;
  }

  beginWithNext(): void {
    this.#hasBegun = false;
  }

  async query<Row extends object>(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
    if (!this.isPipelined) await this.settle();
    this.#gather();
    const begun = this.#begin();
    const sentBefore = this.#unanswered.slice();
    const answer = this.#noted(run<Row>(this.#client, statement, values));
    if (begun !== undefined) {
      answer.catch(() => {}); // if `begin` fails, the result is not used
      await begun;
    }
    try {
      return await answer;
    } catch (error) {
      for (const before of sentBefore) await before; // after a failed statement the server rejects all later ones, so report the first error
      throw error;
    }
  }

  #noted<T>(answer: Promise<T>): Promise<T> {
    this.#unanswered.push(answer);
    const over = () => {
      this.#unanswered = this.#unanswered.filter((other) => other !== answer);
    };
    answer.then(over, () => {}); // keep failed statements, because later statements fail because of them
    return answer;
  }

  #begin(): Promise<unknown> | undefined {
    if (this.#hasBegun) return undefined;
    this.#hasBegun = true;
    return this.#client.query('begin');
  }

  commit(): Promise<{ readonly command: string }> {
    this.#gather();
    return this.#client.query('commit');
  }

  enqueue<Row extends object>(statement: Statement, values: readonly unknown[], onRows?: (rows: Row[]) => void): void {
    if (!this.#hasBegun) throw new Error(`a transaction that begins with a read begins with '${statement.name}'`);
    const encoded = encodedFor(statement, values);
    this.#gather();
    const send = () => sendEncoded<Row>(this.#client, statement, encoded);
    const before = this.isPipelined ? undefined : this.#sent.at(-1);
    const rows = before === undefined ? send() : before.then(send);
    const answer: Promise<unknown> = onRows === undefined ? rows : rows.then(onRows);
    answer.catch(() => {}); // settle awaits it; a rejection before that must not count as unhandled
    this.#sent.push(this.#noted(answer));
  }

  /** All statements of one event loop turn in one write, because a write costs more than a statement. */
  #gather(): void {
    const stream = this.isPipelined && !this.#isGathering ? streamOf(this.#client) : undefined;
    if (stream === undefined) return;
    this.#isGathering = true;
    stream.cork();
    process.nextTick(() => {
      this.#isGathering = false;
      stream.uncork();
    });
  }

  /** Awaits the results in order: the first failure causes the later ones. */
  async settle(): Promise<void> {
    const sent = this.#sent;
    this.#sent = [];
    for (const answer of sent) await answer;
  }
}

/** Output stream; undefined if the driver has none. */
function streamOf(client: PoolClient): Writable | undefined {
  return (client as { readonly connection?: { readonly stream?: Writable } }).connection?.stream;
}

async function run<Row extends object>(
  target: Pool | PoolClient,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  return sendEncoded(target, statement, encodedFor(statement, values));
}

async function sendEncoded<Row extends object>(
  target: Pool | PoolClient,
  { name, text }: Statement,
  values: unknown[],
): Promise<Row[]> {
  return (await target.query<Row>({ name, text, values })).rows;
}

/** Encodes values for the driver. Throws if they are too long. */
function encodedFor(statement: Statement, values: readonly unknown[]): unknown[] {
  const types = arrayTypesOf(statement);
  let size = 0;
  return values.map((value, position) => {
    const encoded = Array.isArray(value) ? encodedArray(types[position], value) : value;
    if (typeof encoded === 'string' || encoded instanceof Buffer) size += encoded.length;
    if (size > MAX_VALUES_SIZE)
      throw new RangeError(`the values of statement '${statement.name}' are longer than ${MAX_VALUES_SIZE} characters`);
    return encoded;
  });
}

function encodedArray(type: ArrayElement | undefined, items: readonly unknown[]): unknown {
  return (type && binaryArray(type, items)) ?? arrayLiteral(items) ?? items;
}

async function commit(queue: StatementQueue): Promise<void> {
  if (!queue.isPipelined) await queue.settle();
  const committed = queue.commit();
  committed.catch(() => {});
  let tag: string;
  try {
    await queue.settle();
    tag = (await committed).command;
  } catch (error) {
    throw isServerError(error) ? error : new CommitUnknown(error); // the connection broke after the commit was sent
  }
  // after a failed statement the server answers a commit with a rollback, without an error
  if (tag !== 'COMMIT') throw new Error('the transaction was rolled back because a statement in it had failed');
}

/** @returns true if the connection can be reused */
async function rollBack(client: PoolClient, error: unknown): Promise<boolean> {
  if (error instanceof CommitUnknown || isSilent(error)) return false;
  try {
    await client.query('rollback');
    return true;
  } catch {
    return false;
  }
}
