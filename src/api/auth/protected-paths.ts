const PROTECTED = new Set(['definitions', 'execution', 'instances', 'usertasks', 'custom-tasks']);

/** Whether a path is one of the protected prefixes or lies below it (contract 7.1); paths that cannot be decoded are not. */
export function isProtectedPath(path: string): boolean {
  const first = path.split('/', 2)[1] ?? '';
  try {
    return PROTECTED.has(decodeURIComponent(first).toLowerCase());
  } catch {
    return false;
  }
}
