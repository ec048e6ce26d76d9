import { FEEL_FLOODS, JAVASCRIPT_BOMBS, LENIENT_BOMBS } from '../bombs.ts';
import { type Corpus, type HostileInput, runOf } from '../corpus.ts';
import { HOSTILE_TEXTS, mutated, xmlText } from '../texts.ts';

const BPMN = 'http://www.omg.org/spec/BPMN/20100524/MODEL';

function modelOf(key: string, format: string, script: string): string {
  return `<definitions xmlns="${BPMN}" targetNamespace="t"><process id="${key}" isExecutable="true"><startEvent id="s"/>
    <scriptTask id="x" scriptFormat="${format}"><script>${xmlText(script)}</script></scriptTask><endEvent id="e"/>
    <sequenceFlow id="f" sourceRef="s" targetRef="x"/><sequenceFlow id="g" sourceRef="x" targetRef="e"/></process></definitions>`;
}

const inputOf = (name: string, key: string, format: string, script: string): HostileInput => ({
  name,
  requests: runOf(key, modelOf(key, format, script), { a: 1, list: [1, 2, 3], text: 'x' }),
});

const JS = [
  'for (;;) {}',
  'while (true) { new Array(1e6).fill(1) }',
  'const l = []; for (;;) l.push(new Array(1e5).fill("x"))',
  '"a".repeat(2 ** 29)',
  'new Array(2 ** 32 - 1).join("x")',
  'let s = "a"; for (;;) s += s',
  'function f() { f() } f()',
  'const o = {}; o.o = o; o',
  'JSON.stringify(new Array(1e7))',
  '/(a+)+$/.test("a".repeat(40) + "!")',
  'this.constructor.constructor("return process")().exit(1)',
  '(function () { return this })().process?.exit(1)',
  'Object.getPrototypeOf(async function () {}).constructor("return process")()',
  'import("node:fs")',
  'require("child_process").execSync("id")',
  'globalThis.x = 1; Object.prototype.polluted = 1; Array.prototype.map = null',
  'Object.defineProperty(Object.prototype, "then", { get() { for (;;) {} } })',
  'throw { get message() { for (;;) {} } }',
  'throw null',
  'throw new Error("x".repeat(1e7))',
  'Promise.resolve().then(function f() { return Promise.resolve().then(f) })',
  'setTimeout(() => {}, 1e9)',
  'new Proxy({}, { get() { throw 1 }, ownKeys() { for (;;) {} } })',
  'execution.setVariable("__proto__", { x: 1 })',
  'execution.setVariable("a", "x".repeat(3e6))',
  'execution.setVariable("a", 10n)',
  'execution.setVariable("a", Symbol())',
  'execution.setVariable("a", () => 1)',
  'for (let i = 0; i < 1e6; i++) execution.setVariable("v" + i, i)',
  'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)',
  'new WebAssembly.Memory({ initial: 65536 })',
  'eval("for(;;);")',
  'new Date(NaN).toISOString()',
  '\u0000',
];
const LENIENT = [
  '_context.x = 1 / 0',
  '_context.__proto__ = 1',
  '_context.a = _context.list[99999999999]',
  '_context.text = _context.text + _context.text',
  `_context.a = ${'('.repeat(5000)}1${')'.repeat(5000)}`,
  `_context.a = ${'-'.repeat(5000)}1`,
  '_context.list.Add(_context.list)',
];
const BOMBS: readonly (readonly [format: string, script: string])[] = [
  ...JAVASCRIPT_BOMBS.map((script) => ['javascript', script] as const),
  ...LENIENT_BOMBS.map((script) => ['groovy', script] as const),
  ...FEEL_FLOODS.map((script) => ['feel', script] as const),
];
const BASES = [
  'execution.setVariable("b", a + 1)',
  'const t = list.map((x) => x * 2); execution.setVariable("t", t)',
  'if (a > 1) { throw new Error(text) } else { execution.setVariable("c", text.toUpperCase()) }',
];
const FORMATS = ['javascript', 'text/javascript', 'feel', 'groovy', '', 'python', 'csharp'];
const PARTS = [
  'for(;;);',
  '}',
  '{',
  '(',
  ')',
  '`${',
  'await ',
  'yield ',
  '...',
  '=>',
  '\\u{110000}',
  ';',
  ...HOSTILE_TEXTS.slice(0, 20),
];

/** Scripts that do not end, take all memory, or want out. */
export const SCRIPTS: Corpus = {
  name: 'scripts',
  surface: 'api',
  limitMs: 15_000,
  count: 300,
  written: async () => [
    ...JS.map((script, n) => inputOf(`javascript: ${script.slice(0, 40)}`, `script-j${n}`, 'javascript', script)),
    ...LENIENT.map((script, n) => inputOf(`plain: ${script.slice(0, 40)}`, `script-l${n}`, '', script)),
    ...BOMBS.map(([format, script], n) => inputOf(`${format}: ${script.slice(0, 40)}`, `script-b${n}`, format, script)),
  ],
  make(dice, n) {
    const format = dice.pick(FORMATS);
    let script = dice.pick(format.includes('javascript') ? BASES : [...BASES, ...LENIENT]);
    for (let time = dice.below(4); time >= 0; time -= 1) script = mutated(script, dice, PARTS);
    return inputOf(`a mutant, format '${format}'`, `script-${n}`, format, script);
  },
};
