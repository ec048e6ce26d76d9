import { parseDefinitions } from '../../bpmn/parse-definitions.ts';
import type { Connection } from '../../db/connection.ts';
import type { ProcessModel } from '../../engine/model.ts';
import { findDefinition } from '../../store/definitions.ts';

/** Models kept per worker. A model is about ten times its XML; more costs memory, fewer parses again. */
const MAX_MODELS = 200;

/** Parsed models by definition id; a version never changes, so neither does its model. */
export class ModelCache {
  private readonly models = new Map<string, ProcessModel>();

  /** The model of a deployed version. Throws when the version does not exist or no longer parses: both are bugs. */
  async get(connection: Connection, definitionId: string): Promise<ProcessModel> {
    const known = this.models.get(definitionId);
    if (known !== undefined) return this.keep(definitionId, known);
    const row = await findDefinition(connection, definitionId);
    if (row === undefined) throw new Error(`definition '${definitionId}' is not stored`);
    const parsed = parseDefinitions(row.bpmnXml, { isStored: true });
    const found = parsed.ok ? parsed.processes.find((process) => process.model.key === row.key) : undefined;
    if (found === undefined) throw new Error(`definition '${definitionId}' cannot be read any more`);
    return this.keep(definitionId, found.model);
  }

  /** Marks a model as used last, and drops the least recently used one beyond the limit. */
  private keep(definitionId: string, model: ProcessModel): ProcessModel {
    this.models.delete(definitionId);
    this.models.set(definitionId, model);
    if (this.models.size > MAX_MODELS) {
      for (const oldest of this.models.keys()) {
        this.models.delete(oldest);
        break;
      }
    }
    return model;
  }
}
