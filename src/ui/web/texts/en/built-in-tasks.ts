/** Texts of the task types that the service has itself, by type and English text. Empty: they are English. */
export const builtInTasks: Readonly<Record<string, Readonly<Record<string, string>>>> = {};
