import { LRUCache } from 'lru-cache';
import { ModelReader } from '../../bpmn/reader/model-reader.ts';
import { FIRST_READING } from '../../bpmn/reading.ts';
import type { Connection } from '../../db/connection.ts';
import type { ProcessModel } from '../../engine/model.ts';
import { findDefinition, UnreadableDefinition } from '../../store/definitions.ts';
import { DefinitionGone } from '../../store/version-locks.ts';
import { DecisionCache } from './decision-cache.ts';
import { keepTransactionOpen } from './keep-transaction-open.ts';

/**
 * Size of the models cached per worker, in characters as the reader counts them, about a third of the bytes. A large value costs memory, a small one parsing.
 */
const MAX_KEPT = 16_777_216;

class UnknownDefinition extends Error {}

/** Cache of models by definition id; versions are immutable. */
export class ModelCache {
  readonly reader: ModelReader;
  readonly decisions: DecisionCache;
  private readonly models = new LRUCache<string, ProcessModel>({ maxSize: MAX_KEPT });
  /** other transactions wait for a running read instead of reading the same file */
  private readonly underWay = new Map<string, Promise<unknown>>();

  constructor(reader = new ModelReader()) {
    this.reader = reader;
    this.decisions = new DecisionCache(reader);
  }

  /** Returns the model. A version that does not exist or does not parse is an internal error. */
  async get(connection: Connection, definitionId: string): Promise<ProcessModel> {
    for (;;) {
      const known = this.models.get(definitionId);
      if (known !== undefined) return this.bound(connection, known);
      const underWay = this.underWay.get(definitionId);
      if (underWay === undefined) return this.bound(connection, await this.read(connection, definitionId));
      // if that transaction fails, this one reads
      await keepTransactionOpen(connection, underWay).catch(() => {});
    }
  }

  /** Throws a conflict if the version was deleted since the look-up; another attempt resolves it. */
  async getStartable(connection: Connection, definitionId: string): Promise<ProcessModel> {
    try {
      return await this.get(connection, definitionId);
    } catch (error) {
      if (error instanceof UnknownDefinition) throw new DefinitionGone(error.message);
      throw error;
    }
  }

  /** Looks up the decisions of a model in advance: a step does no reads. */
  private async bound(connection: Connection, model: ProcessModel): Promise<ProcessModel> {
    if (model.boundDecisions !== undefined) await this.decisions.bind(connection, model.boundDecisions);
    return model;
  }

  private async read(connection: Connection, definitionId: string): Promise<ProcessModel> {
    const reading = this.readModel(connection, definitionId);
    this.underWay.set(definitionId, reading);
    try {
      return await keepTransactionOpen(connection, reading);
    } finally {
      this.underWay.delete(definitionId);
    }
  }

  private async readModel(connection: Connection, definitionId: string): Promise<ProcessModel> {
    const row = await findDefinition(connection, definitionId);
    if (row === undefined) throw new UnknownDefinition(`definition '${definitionId}' is not stored`);
    const found = await this.reader.readModel(row.bpmnXml, row.key, row.scripts, row.reading ?? FIRST_READING);
    if (found === undefined) throw new UnreadableDefinition(`definition '${definitionId}' can no longer be read`);
    const { onFailure, callsWithin } = row;
    const more = { ...(onFailure !== null && { onFailure }), ...(callsWithin !== null && { callsWithin }) };
    const model = onFailure === null && callsWithin === null ? found.model : { ...found.model, ...more };
    // caches the largest model alone, so that it is not parsed for each command
    this.models.set(definitionId, model, { size: Math.min(found.size, MAX_KEPT) });
    return model;
  }
}
