/** Task types of the plugins that come with the engine, whether or not this service offers them; a test compares them with the plugins. */
export const BUNDLED_TASK_TYPES = ['rest-call', 'email', 'log', 'delay', 'publish-message', 'broadcast-signal'] as const;
