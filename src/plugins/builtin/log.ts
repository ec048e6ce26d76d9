import { definePlugin, type Plugin, type PluginLog, response, TaskFailure } from '../plugin.ts';

/** Characters of a text that a line shows; a line is no place for documents. */
const MAX_SHOWN = 1000;
const LEVELS: ReadonlySet<string> = new Set(['debug', 'info', 'warn', 'error']);

/** The bundled plugin `log`: writes a text into the log of its host, for demos and for looking into a process. */
export const logTask: Plugin = definePlugin({
  taskType: 'log',
  displayName: 'Log',
  concurrency: 256, // it never waits, so all this bounds is how many are claimed at once
  parameters: [
    { name: 'message', type: 'MultilineString', required: true, displayName: 'Message', description: 'What the line shows' },
    { name: 'level', type: 'String', displayName: 'Level', description: 'debug, info, warn or error', defaultValue: 'info' },
  ],
  execute({ message, level }, { log }) {
    if (typeof message !== 'string') throw new TaskFailure('400', 'message must be a text.', { isRetryable: false });
    // the text is a property and never the message of the line: it is the client's, not ours
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
