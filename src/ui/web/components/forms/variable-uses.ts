/** Type in the conditions of a model. `values`: compared texts. */
export type VariableUse = { readonly type: 'boolean' | 'number' } | { readonly type: 'text'; readonly values: readonly string[] };

const NAME = String.raw`(?<![\p{L}\p{N}_.$"'])(?:_context\.|variables\.)?([\p{L}_][\p{L}\p{N}_]*)`;
const LITERAL = String.raw`(true|false|-?\d+(?:\.\d+)?|"[^"]*"|'[^']*')(?![\p{L}\p{N}_.])`;
const COMPARED = new RegExp(
  String.raw`${NAME}\s*(?:===?|!==?|<=|>=|=|<|>|\beq\b|\bne\b|\blt\b|\bgt\b|\ble\b|\bge\b)\s*${LITERAL}`,
  'gu',
);
/** Part of a condition that is only a variable. */
const ALONE = /^(?:!|not\b)?[\s(]*(?:_context\.|variables\.)?([\p{L}_][\p{L}\p{N}_]*)[\s)]*$/u;
const CONNECTIVES = /&&|\|\||\band\b|\bor\b/;
const WORDS = new Set(['true', 'false', 'null', 'not', 'and', 'or', 'empty', 'else', 'if', 'then']);
/** Longer conditions are not searched. */
const LONGEST = 2000;

/** Omits variables that are used with two types. */
export function usesIn(conditions: readonly string[]): ReadonlyMap<string, VariableUse> {
  const uses = new Map<string, VariableUse | undefined>();
  const add = (name: string, use: VariableUse) => {
    if (WORDS.has(name)) return;
    const known = uses.get(name);
    if (!uses.has(name)) uses.set(name, use);
    else if (known?.type !== use.type) uses.set(name, undefined);
    else if (known.type === 'text' && use.type === 'text')
      uses.set(name, { type: 'text', values: [...new Set([...known.values, ...use.values])] });
  };
  for (const condition of conditions) {
    const text = bare(condition);
    if (text.length > LONGEST) continue;
    for (const [, name = '', literal = ''] of text.matchAll(COMPARED)) add(name, typeOf(literal));
    for (const part of text.split(CONNECTIVES)) {
      const name = ALONE.exec(part.trim())?.[1];
      if (name !== undefined) add(name, { type: 'boolean' });
    }
  }
  return new Map([...uses].flatMap(([name, use]) => (use === undefined ? [] : [[name, use]])));
}

function typeOf(literal: string): VariableUse {
  if (literal === 'true' || literal === 'false') return { type: 'boolean' };
  return /^["']/.test(literal) ? { type: 'text', values: [literal.slice(1, -1)] } : { type: 'number' };
}

/** Removes `=…`, `${…}`, `#{…}`. */
function bare(condition: string): string {
  const text = condition.trim();
  const group = /^[$#]\{([^{}]*)\}$/.exec(text)?.[1];
  return group ?? text.replace(/^=/, '');
}
