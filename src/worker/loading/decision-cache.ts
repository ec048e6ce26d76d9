import { LRUCache } from 'lru-cache';
import type { ModelReader } from '../../bpmn/reader/model-reader.ts';
import { FIRST_READING } from '../../bpmn/reading.ts';
import type { Connection } from '../../db/connection.ts';
import { getOrAdd } from '../../engine/collections.ts';
import { callText } from '../../engine/decisions/bound-decision.ts';
import type { DecisionCall, DecisionModel, DecisionVersion } from '../../engine/model.ts';
import { findDecisionFiles, resolveDecision } from '../../store/decisions.ts';
import { keepTransactionOpen } from './keep-transaction-open.ts';

/** Size of the decisions cached per worker. Unit: characters, as the reader counts them. */
const MAX_KEPT = 8_388_608;

/** Cache of decision versions by their files; versions are immutable. */
export class DecisionCache {
  readonly #reader: ModelReader;
  /** results per transaction: a version that was found stays until its end */
  readonly #bound = new WeakMap<Connection, Map<string, DecisionVersion | 'missing'>>();
  readonly #kept = new LRUCache<string, Readonly<Record<string, DecisionModel>>>({ maxSize: MAX_KEPT });

  constructor(reader: ModelReader) {
    this.#reader = reader;
  }

  /** Returns the version with its required decisions. Throws if its files can no longer be read. */
  async get(connection: Connection, call: DecisionCall): Promise<DecisionVersion | undefined> {
    const found = await resolveDecision(connection, call);
    if (found === undefined) return undefined;
    const { key, version, fileId, reading } = found;
    const id = `${fileId} ${key}`;
    const known = this.#kept.get(id);
    if (known !== undefined) return { key, version, decisions: known };
    const files = await findDecisionFiles(connection, fileId);
    const { decisions, size } = await keepTransactionOpen(
      connection,
      this.#reader.readDecision(files, key, reading ?? FIRST_READING),
    );
    if (decisions[key] === undefined) throw new Error(`version ${version} of decision '${key}' can no longer be read`);
    this.#kept.set(id, decisions, { size: Math.min(size, MAX_KEPT) });
    return { key, version, decisions };
  }

  /** Results of {@link bind}, by `callText`; later look-ups are added. `missing`: the decision is deployed, but not in the called version. */
  boundIn(transaction: Connection): ReadonlyMap<string, DecisionVersion | 'missing'> {
    return getOrAdd(this.#bound, transaction, () => new Map());
  }

  /** Keeps results until the transaction ends; decisions that are not deployed are looked up again. */
  async bind(transaction: Connection, calls: readonly DecisionCall[]): Promise<void> {
    const bound = getOrAdd(this.#bound, transaction, () => new Map());
    for (const call of calls) {
      const text = callText(call);
      if (bound.has(text)) continue;
      const found = await this.get(transaction, call);
      if (found !== undefined) bound.set(text, found);
      else if (call.binding !== 'latest' && (await isDeployed(transaction, call.key))) bound.set(text, 'missing');
    }
  }
}

async function isDeployed(connection: Connection, key: string): Promise<boolean> {
  return (await resolveDecision(connection, { key, binding: 'latest', value: '' })) !== undefined;
}
