const PROTECTED = new Set([
  'definitions',
  'decisions',
  'execution',
  'instances',
  'usertasks',
  'custom-tasks',
  'opencustomtasks',
  'incidents',
  'deadletters',
  'audit',
  'batches',
  'mcp',
  'events',
  'webhooks',
  'v2',
  'engine-rest',
]);

/**
 * Whether a path is one of the protected prefixes or lies below it (docs/contributing/spec/http/access.md#protected-prefixes); paths that cannot be decoded are
 * not.
 */
export function isProtectedPath(path: string): boolean {
  const first = path.slice(path.startsWith('/') ? 1 : 0).split('/', 1)[0] ?? '';
  try {
    return PROTECTED.has(decodeURIComponent(first).toLowerCase());
  } catch {
    return false;
  }
}
