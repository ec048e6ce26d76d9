import { definePlugin, response } from '../plugin.ts';

/** Writes a line to the log of the host: for demonstrations and for looking into a process. */
export const logTask = definePlugin({
  taskType: 'log',
  displayName: 'Log',
  parameters: [
    { name: 'message', type: 'MultilineString', displayName: 'Message', required: true, description: 'Text of the line' },
    {
      name: 'level',
      type: 'String',
      displayName: 'Level',
      defaultValue: 'info',
      rule: { enum: ['debug', 'info', 'warn', 'error'] },
    },
  ],
  execute({ message, level }, { log }) {
    log[(level ?? 'info') as 'debug' | 'info' | 'warn' | 'error'](String(message));
    return response({ logged: true });
  },
});
