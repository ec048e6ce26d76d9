/** A context whose entries grow, each from the one before. */
const grown = (name: string, from: string, by: (before: string) => string, times: number, end: (last: string) => string) => {
  const entries = Array.from({ length: times }, (_, n) => `${name}${n + 1}: ${by(`${name}${n}`)}`);
  return end(`{${name}0: ${from}, ${entries.join(', ')}}.${name}${times}`);
};
const LETTERS = `"${'x'.repeat(100)}"`;
const tenTimes = (one: string) => Array(10).fill(one).join(', ');
const self = (text: string) => text;

/** FEEL whose values would take all memory, by the limit that it meets: it makes one list, context or text too long. */
export const FEEL_BOMBS: Readonly<Record<'elements' | 'characters' | 'values', readonly string[]>> = {
  elements: [
    'count(distinct values(for i in 1..3000000 return i))',
    'count(union(for i in 1..3000000 return i, [1]))',
    'count(for i in 1..5000, j in 1..5000 return i)',
    grown(
      'a',
      '[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]',
      (a) => `concatenate(${tenTimes(a)})`,
      8,
      (all) => `count(${all})`,
    ),
    grown(
      'a',
      '[1]',
      (a) => `[${tenTimes(a)}]`,
      9,
      (all) => `count(flatten(${all}))`,
    ),
    `count(split(${grown('a', LETTERS, (a) => `string join([${tenTimes(a)}])`, 4, self)} + "y", ""))`,
    `count(extract(${grown('a', LETTERS, (a) => `string join([${tenTimes(a)}])`, 4, self)} + "x", "x"))`,
  ],
  characters: [
    grown(
      'a',
      LETTERS,
      (a) => `replace(${a}, "x", ${LETTERS})`,
      8,
      (all) => `string length(${all})`,
    ),
    grown(
      'a',
      LETTERS,
      (a) => `replace(${a}, "(x)", "$1$1$1$1$1$1$1$1$1$1")`,
      9,
      (all) => `string length(${all})`,
    ),
    grown(
      'a',
      LETTERS,
      (a) => `string join([${tenTimes(a)}])`,
      9,
      (all) => `string length(${all})`,
    ),
    grown(
      'a',
      LETTERS,
      (a) => `${a} + ${a}`,
      40,
      (all) => `string length(${all})`,
    ),
    grown(
      'a',
      LETTERS,
      (a) => `string([${tenTimes(a)}])`,
      9,
      (all) => `string length(${all})`,
    ),
    grown(
      'a',
      LETTERS,
      (a) => `to json([${tenTimes(a)}])`,
      9,
      (all) => `string length(${all})`,
    ),
    grown(
      'a',
      LETTERS,
      (a) => `to base64(${a} + ${a})`,
      40,
      (all) => `string length(${all})`,
    ),
    grown(
      'a',
      LETTERS,
      (a) => `upper case(${a} + "ŉ" + ${a})`,
      40,
      (all) => `string length(${all})`,
    ),
  ],
  values: [
    grown('a', '[1]', (a) => `[${tenTimes(a)}]`, 9, self),
    grown('a', '{b: 1}', (a) => `{b: ${a}, c: ${a}, d: ${a}, e: ${a}}`, 14, self),
  ],
};

/** FEEL that makes that many values, each within its limits, that only the process of the sandbox ends it. */
export const FEEL_FLOODS: readonly string[] = [
  'count(for i in 1..100000 return for j in 1..1000 return i * j) > 0',
  'count(for i in 1..30000 return partial)',
  '{f: function(n) if n = 0 then [] else append(f(n - 1), for i in 1..500000 return i), r: count(f(500))}.r',
];

export const JAVASCRIPT_BOMBS: readonly string[] = [
  'new Array(3e8).fill(1).length',
  '"x".repeat(2 ** 29).length',
  '"x".padStart(2 ** 29).length',
  'new ArrayBuffer(2 ** 31).byteLength',
  'new Float64Array(2 ** 28).length',
  'let s = "x"; for (;;) s += s',
  'const l = []; for (;;) l.push(new Uint8Array(1e7))',
  'JSON.stringify(Array.from({ length: 1e7 }, (_, i) => ({ i })))',
  'String(7n ** (10n ** 9n)).length',
  'let b = 2n; for (;;) b *= b',
  'const m = new Map(); for (let i = 0; ; i++) m.set(i, { i })',
  '"x".repeat(1e6).replace(/x/g, "y".repeat(1e6)).length',
  'Array(1e6).fill("x").join("y".repeat(1e6)).length',
  'throw new Error("x".repeat(3e7))',
  '"a".repeat(1e7).split("").map((one) => [one])',
];

/** Groovy. */
export const LENIENT_BOMBS: readonly string[] = [
  'def s = "x"; while (true) { s = s + s }',
  'def l = []; while (true) { l.add(l) }',
  'def m = [:]; def i = 0; while (true) { m.put("k" + i, m); i++ }',
  'def s = "xxxxxxxxxx"; for (i in 1..50) { s = s.replace("x", "xxxxxxxxxx") }',
  'def l = [1]; for (i in 1..60) { l = [l, l, l, l]; s = l.toString() }',
  'def s = "a,"; for (i in 1..18) { s = s + s }; def l = []; while (true) { l.add(s.split(",")) }',
];
