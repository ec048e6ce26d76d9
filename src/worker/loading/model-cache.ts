import { LRUCache } from 'lru-cache';
import { parseDefinitions } from '../../bpmn/parse-definitions.ts';
import type { Connection } from '../../db/connection.ts';
import type { ProcessModel } from '../../engine/model.ts';
import { findDefinition } from '../../store/definitions.ts';

/** Models kept per worker, by the XML they were read from: a model is about ten times as long. More costs memory, fewer parses again. Unit: characters. */
const MAX_KEPT = 6_291_456;

/** Parsed models by definition id; a version never changes, so neither does its model. */
export class ModelCache {
  private readonly models = new LRUCache<string, ProcessModel>({ maxSize: MAX_KEPT });

  /** The model of a deployed version. Throws when the version does not exist or no longer parses: both are bugs. */
  async get(connection: Connection, definitionId: string): Promise<ProcessModel> {
    const known = this.models.get(definitionId);
    if (known !== undefined) return known;
    const row = await findDefinition(connection, definitionId);
    if (row === undefined) throw new Error(`definition '${definitionId}' is not stored`);
    const parsed = parseDefinitions(row.bpmnXml, { isStored: true });
    const found = parsed.ok ? parsed.processes.find((process) => process.model.key === row.key) : undefined;
    if (found === undefined) throw new Error(`definition '${definitionId}' cannot be read any more`);
    // the largest of all is kept as well, alone: it must not be parsed with each command
    this.models.set(definitionId, found.model, { size: Math.min(row.bpmnXml.length, MAX_KEPT) });
    return found.model;
  }
}
