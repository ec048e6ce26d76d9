import type { Tool } from './tool.ts';
import { definitionTools } from './tools/definitions.ts';
import { eventTools } from './tools/events.ts';
import { incidentTools } from './tools/incidents.ts';
import { instanceTools } from './tools/instances.ts';
import { userTaskTools } from './tools/user-tasks.ts';

/** The tools that are always there (docs/contributing/spec/mcp.md#tools). None begins with `start_`: such names belong to processes. */
export const TOOLS: readonly Tool[] = [...instanceTools, ...incidentTools, ...userTaskTools, ...eventTools, ...definitionTools];

const BY_NAME: ReadonlyMap<string, Tool> = new Map(TOOLS.map((tool) => [tool.name, tool]));

/** The tool of a name, among those that are always there. */
export function toolNamed(name: string): Tool | undefined {
  return BY_NAME.get(name);
}
