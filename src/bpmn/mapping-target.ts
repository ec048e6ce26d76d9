/** Property names of every JavaScript object; mappings must not write them. */
const FORBIDDEN: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
/** Result of a custom task, readable only in its output mappings (docs/contributing/spec/mappings.md#mapping-targets). */
const RESPONSE = '__response';

/** True for a valid target: an identifier, or with `allowsPath` (zeebe) identifiers joined by dots. */
export function isMappingTarget(target: string, options: { readonly allowsPath: boolean; readonly isOutput: boolean }): boolean {
  const names = options.allowsPath ? target.split('.') : [target];
  if (options.isOutput && names[0] === RESPONSE) return false;
  return names.every((name) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !FORBIDDEN.has(name));
}

/** False for an empty source, a bare `=`, and FEEL with an unclosed string (docs/contributing/spec/validation.md#mapping-pairs). */
export function isMappingSource(source: string): boolean {
  const text = source.trim();
  if (!text.startsWith('=')) return text !== '';
  const feel = text.slice(1).trim();
  return feel !== '' && (feel.replace(/\\./gs, '').match(/"/g)?.length ?? 0) % 2 === 0;
}
