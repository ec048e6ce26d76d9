import { type Corpus, type HostileInput, postOf, runOf } from '../corpus.ts';
import { HOSTILE_TEXTS, xmlText } from '../texts.ts';

const BPMN = 'http://www.omg.org/spec/BPMN/20100524/MODEL';
/** Texts that a page must show unchanged. */
export const SHOWN_NAMES: readonly string[] = [
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  '</script><script>alert(1)</script>',
  'javascript:alert(1)',
  '{{constructor.constructor("alert(1)")()}}',
  '\u202egnp.exe',
  '\u2066a\u2069\u200b',
  'Z̴̢̛͓̭a͖l̷g̴o̸',
  'n'.repeat(200),
  "' onmouseover='alert(1)",
  '&lt;b&gt;',
];

/** A model whose key, names and texts are hostile. */
export function namedModel(key: string, name: string): string {
  return `<definitions xmlns="${BPMN}" targetNamespace="t"><process id="${xmlText(key)}" name="${xmlText(name)}" isExecutable="true">
    <startEvent id="s" name="${xmlText(name)}"/><userTask id="u" name="${xmlText(name)}"/>
    <sequenceFlow id="f" name="${xmlText(name)}" sourceRef="s" targetRef="u"/></process></definitions>`;
}

const inputOf = (name: string, n: number | string): HostileInput => {
  const key = `names-${n}`;
  const [deploy, start] = runOf(key, namedModel(key, name), { [name.slice(0, 40) || 'v']: name });
  return {
    name: JSON.stringify(name.slice(0, 40)),
    requests: [
      ...(deploy === undefined ? [] : [deploy]),
      ...(start === undefined ? [] : [start]),
      postOf('/Execution/start', { WorkflowId: key, BusinessId: name.trim().slice(0, 200) || 'b' }),
      {
        path: `/Definitions/${encodeURIComponent(key)}/instances?businessId=${encodeURIComponent(Buffer.from(name).toString().slice(0, 200))}`,
      },
    ],
  };
};

/** Names, business ids and variables that pages show. */
export const NAMES: Corpus = {
  name: 'names',
  surface: 'api',
  limitMs: 4000,
  count: 250,
  written: async () =>
    [...SHOWN_NAMES, ...HOSTILE_TEXTS.filter((text) => text.length < 5000)].map((name, n) => inputOf(name, `w${n}`)),
  make: (dice, n) => inputOf(dice.pick(SHOWN_NAMES) + dice.pick(HOSTILE_TEXTS).slice(0, 100), n),
};
