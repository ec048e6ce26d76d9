/** Names that no mapping may write: every object of JavaScript has them already. */
const FORBIDDEN: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
/** The result of a custom task, readable in its output mappings only (docs/contributing/spec/mappings.md#mapping-targets). */
const RESPONSE = '__response';

/** True for a target a mapping may write: an identifier; with `allowsPath` (zeebe) identifiers joined by dots. */
export function isMappingTarget(target: string, options: { readonly allowsPath: boolean; readonly isOutput: boolean }): boolean {
  const names = options.allowsPath ? target.split('.') : [target];
  if (options.isOutput && names[0] === RESPONSE) return false;
  return names.every((name) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !FORBIDDEN.has(name));
}

/** False for sources without meaning: an absent one, a bare `=`, FEEL with a text that is not closed (docs/contributing/spec/validation.md#mapping-pairs). */
export function isMappingSource(source: string): boolean {
  const text = source.trim();
  if (!text.startsWith('=')) return text !== '';
  const feel = text.slice(1).trim();
  return feel !== '' && (feel.replace(/\\./gs, '').match(/"/g)?.length ?? 0) % 2 === 0;
}
