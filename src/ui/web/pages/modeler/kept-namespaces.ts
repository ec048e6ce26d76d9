const ROOT = /<(?:[\w.-]+:)?definitions\b(?:[^>"']|"[^"]*"|'[^']*')*>/;
const DECLARATION = /\sxmlns:([\w.-]+)=(?:"[^"]*"|'[^']*')/g;

/**
 * Restores namespace declarations that the editor omits because no element uses them: they determine compatibility with another engine. Unchanged if
 * a text has no BPMN root element.
 */
export function withNamespacesOf(opened: string, saved: string): string {
  const [root] = ROOT.exec(saved) ?? [];
  const [source = ''] = ROOT.exec(opened) ?? [];
  if (root === undefined) return saved;
  const kept = new Set([...root.matchAll(DECLARATION)].map(([, prefix]) => prefix));
  const missing = [...source.matchAll(DECLARATION)].filter(([, prefix]) => !kept.has(prefix));
  if (missing.length === 0) return saved;
  const more = missing.map(([text]) => ` ${text.trim()}`).join('');
  return saved.replace(root, () => root.replace(/\s*\/?>$/, (end) => more + end));
}
