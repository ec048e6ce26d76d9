import { definePlugin, type Plugin, type PluginLog, response, TaskFailure } from '../plugin.ts';

/** Longest logged text. Unit: characters. */
const MAX_SHOWN = 1000;
const LEVELS: ReadonlySet<string> = new Set(['debug', 'info', 'warn', 'error']);

/** Bundled plugin `log`: writes a text to the log of its process, for demos and debugging. */
export const logTask: Plugin = definePlugin({
  taskType: 'log',
  displayName: 'Log',
  concurrency: 256, // never waits; limits only the number of claimed tasks
  parameters: [
    { name: 'message', type: 'MultilineString', required: true, displayName: 'Message', description: 'What the line shows' },
    { name: 'level', type: 'String', displayName: 'Level', description: 'debug, info, warn or error', defaultValue: 'info' },
  ],
  execute({ message, level }, { log }) {
    if (typeof message !== 'string') throw new TaskFailure('400', 'message must be a text.', { isRetryable: false });
    // log the text as a property, because it is user input, never as the message
    log[levelOf(level)]('log task', { Text: message.slice(0, MAX_SHOWN) });
    return response({ logged: true });
  },
});

function levelOf(level: unknown): keyof PluginLog {
  if (level === undefined || level === null) return 'info';
  const name = String(level).toLowerCase();
  if (!LEVELS.has(name)) throw new TaskFailure('400', 'level must be debug, info, warn or error.', { isRetryable: false });
  return name as keyof PluginLog;
}
