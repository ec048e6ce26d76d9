/** Texts of the task types that the service has itself, by type and English text: `log: Message`. Empty: they are English. */
export const builtInTasks: Readonly<Record<string, string>> = {};
