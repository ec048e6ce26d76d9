import { sizeOf } from '../engine/values/value-size.ts';
import type { Json } from '../engine/values.ts';
import type { Command } from './commands.ts';

/** About how long the JSON text of a command is, without making it. Unit: characters. */
export function sizeOfCommand(command: Command): number {
  return sizeOf(command as unknown as Json);
}
