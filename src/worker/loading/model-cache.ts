import { LRUCache } from 'lru-cache';
import { ModelReader } from '../../bpmn/reader/model-reader.ts';
import { FIRST_READING } from '../../bpmn/reading.ts';
import type { Connection } from '../../db/connection.ts';
import type { ProcessModel } from '../../engine/model.ts';
import { findDefinition, UnreadableDefinition } from '../../store/definitions.ts';
import { DefinitionGone } from '../../store/version-locks.ts';
import { awake } from './awake.ts';
import { DecisionCache } from './decision-cache.ts';

/** Models kept per worker: more cost memory, fewer are read again. Unit: characters, as the reader counts them; a third of the bytes or so. */
const MAX_KEPT = 16_777_216;

class UnknownDefinition extends Error {}

/** Models by definition id; a version never changes, so neither does its model. */
export class ModelCache {
  readonly reader: ModelReader;
  readonly decisions: DecisionCache;
  private readonly models = new LRUCache<string, ProcessModel>({ maxSize: MAX_KEPT });
  /** models that a transaction is reading: others that need them wait, and do not read the same file as well */
  private readonly underWay = new Map<string, Promise<unknown>>();

  constructor(reader = new ModelReader()) {
    this.reader = reader;
    this.decisions = new DecisionCache(reader);
  }

  /** The model of a deployed version. Throws when the version does not exist or no longer parses: both are bugs. */
  async get(connection: Connection, definitionId: string): Promise<ProcessModel> {
    for (;;) {
      const known = this.models.get(definitionId);
      if (known !== undefined) return this.bound(connection, known);
      const underWay = this.underWay.get(definitionId);
      if (underWay === undefined) return this.bound(connection, await this.read(connection, definitionId));
      // when that transaction fails, this one reads
      await awake(connection, underWay).catch(() => {});
    }
  }

  /** The same for a version that is to be started: one that was deleted since it was looked up is a conflict, which another attempt resolves. */
  async getStartable(connection: Connection, definitionId: string): Promise<ProcessModel> {
    try {
      return await this.get(connection, definitionId);
    } catch (error) {
      if (error instanceof UnknownDefinition) throw new DefinitionGone(error.message);
      throw error;
    }
  }

  /** What the model asks for is looked up before anything is decided: the step itself reads nothing. */
  private async bound(connection: Connection, model: ProcessModel): Promise<ProcessModel> {
    if (model.boundDecisions !== undefined) await this.decisions.bind(connection, model.boundDecisions);
    return model;
  }

  private async read(connection: Connection, definitionId: string): Promise<ProcessModel> {
    const reading = this.readModel(connection, definitionId);
    this.underWay.set(definitionId, reading);
    try {
      return await awake(connection, reading);
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
    // the largest of all is kept as well, alone: it must not be read with each command
    this.models.set(definitionId, model, { size: Math.min(found.size, MAX_KEPT) });
    return model;
  }
}
