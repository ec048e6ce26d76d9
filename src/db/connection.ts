import type { Writable } from 'node:stream';
import { type ArrayElement, arrayTypesOf, binaryArray } from './array-binary.ts';
import { arrayLiteral } from './array-literal.ts';
import { CommitUnknown, isServerError, isSilent } from './errors.ts';
import type { Pool, PoolClient } from './pool.ts';

export {
  CommitUnknown,
  DEFINITION_GONE,
  isAddressInUse,
  isConflict,
  isRetryable,
  isSessionLost,
  isUniqueViolation,
} from './errors.ts';

/** Values of one statement: the server takes messages of a gigabyte, and the driver would find that out too late. Unit: characters; of arrays in binary form bytes. */
const MAX_VALUES_SIZE = 268_435_456;

/** A statement that the server prepares once per connection. A name always has the same text. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** The hot path to the database: prepared statements with positional values ($1, $2 …). */
export interface Connection {
  query<Row extends object>(statement: Statement, values: readonly unknown[]): Promise<Row[]>;
}

/** A connection inside a transaction. */
export interface Transaction extends Connection {
  /**
   * Sends a statement whose rows are not needed, without waiting: the commit waits for it and fails with its error.
   * On a pipelined pool all such statements and the commit take one round trip. Throws when its values cannot be sent: a commit on the same way
   * would not know of that.
   */
  enqueue(statement: Statement, values: readonly unknown[]): void;
}

/** Single statements, each its own transaction, on any connection of the pool. */
export function poolConnection(pool: Pool): Connection {
  return { query: (statement, values) => run(pool, statement, values) };
}

/** What is known of a transaction before it begins. */
export interface TransactionOptions {
  /**
   * Its first statement is a query that changes nothing, also outside of a transaction: on a pipelined pool it leaves together with the begin, and saves the round trip
   * in which others wait for that.
   */
  readonly beginsWithRead?: boolean;
}

/**
 * Runs `work` in one transaction and commits. Everything that `work` throws rolls back and is thrown on unchanged; a connection that breaks
 * during the commit is reported as CommitUnknown. Isolation is the server's default, read committed.
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
    else await client.query('begin'); // awaited: after a refusal, the statements that follow on a pipelined connection would commit one by one
    const result = await work(queue);
    await commit(queue);
    client.release();
    return result;
  } catch (error) {
    client.release(!(await rollBack(client, error)));
    throw error;
  }
}

/** The statements of one transaction whose answers are checked before the commit. */
class StatementQueue implements Transaction {
  readonly #client: PoolClient;
  #sent: Promise<unknown>[] = [];
  /** what is not answered yet, in the order in which it was sent */
  #unanswered: Promise<unknown>[] = [];
  #isGathering = false;
  #hasBegun = true;

  constructor(client: PoolClient) {
    this.#client = client;
  }

  get isPipelined(): boolean {
    return this.#client.pipeline;
  }

  /** The begin is sent with the next query. */
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
      answer.catch(() => {}); // without a begin its answer counts for nothing
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
    answer.then(over, () => {}); // what has failed stays: those behind it fail because of it
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

  enqueue(statement: Statement, values: readonly unknown[]): void {
    if (!this.#hasBegun) throw new Error(`a transaction that begins with a read begins with '${statement.name}'`);
    const encoded = encodedFor(statement, values);
    this.#gather();
    const send = () => sendEncoded<object>(this.#client, statement, encoded);
    const before = this.isPipelined ? undefined : this.#sent.at(-1);
    const answer = before === undefined ? send() : before.then(send);
    answer.catch(() => {}); // settle awaits it; until then a rejection must not count as unhandled
    this.#sent.push(this.#noted(answer));
  }

  /** Sends the statements of one turn of the event loop in one write. A write costs more than a statement. */
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

  /** Answers come in order, so the first failure is the cause of those after it. */
  async settle(): Promise<void> {
    const sent = this.#sent;
    this.#sent = [];
    for (const answer of sent) await answer;
  }
}

/** What a connection writes to; undefined: the driver does not show it. */
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

/** The values as the driver takes them. Throws when they are too long to be sent. */
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
    throw isServerError(error) ? error : new CommitUnknown(error); // the commit was on its way when the connection broke
  }
  // After a failed statement the server answers a commit with a rollback, without an error.
  if (tag !== 'COMMIT') throw new Error('the transaction was rolled back because a statement in it had failed');
}

/** Whether the connection can be used again. */
async function rollBack(client: PoolClient, error: unknown): Promise<boolean> {
  if (error instanceof CommitUnknown || isSilent(error)) return false;
  try {
    await client.query('rollback');
    return true;
  } catch {
    return false;
  }
}
