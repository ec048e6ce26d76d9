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
 * Returns true if a path is a protected prefix or below one (docs/contributing/spec/http/access.md#protected-prefixes). Returns false if the path cannot be
 * decoded.
 */
export function isProtectedPath(path: string): boolean {
  const first = path.slice(path.startsWith('/') ? 1 : 0).split('/', 1)[0] ?? '';
  try {
    return PROTECTED.has(decodeURIComponent(first).toLowerCase());
  } catch {
    return false;
  }
}
