import { ApiError, postService } from '../../../api/client.ts';
import { modelerTexts } from '../../../texts/modeler.ts';

/** FEEL without `=`, another expression, or a script in language `format`. */
export type TextKind =
  | { readonly is: 'feel' }
  | { readonly is: 'condition' }
  | { readonly is: 'script'; readonly format: string };

/** Finding of the deploy check. `from`, `to`: marked part, in UTF-16 units. */
export interface TextFinding {
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly from: number;
  readonly to: number;
}

/** See docs/contributing/spec/http/definitions.md#validate. Only members that this file uses. */
interface Validated {
  readonly Findings: readonly { readonly Severity: 'error' | 'warning'; readonly Text: string }[];
}

/** Set by the first refusal (missing permission); then no text is checked. */
let isRefused = false;

/** Deploy check of a model with only this text. Stores nothing. [] for an empty text, without permission, and if the service is unreachable. */
export async function checkText(text: string, kind: TextKind): Promise<readonly TextFinding[]> {
  if (text.trim() === '' || isRefused) return [];
  const written = kind.is === 'feel' ? `=${text}` : text;
  try {
    const { Findings } = await postService<Validated>('/Definitions/validate', { BpmnXml: modelWith(written, kind) });
    return Findings.flatMap((finding) => findingIn(text, written, kind, finding) ?? []);
  } catch (error) {
    if (error instanceof ApiError && (error.status === 401 || error.status === 403)) isRefused = true;
    return []; // the check of the whole model shows unreachability
  }
}

function modelWith(text: string, kind: TextKind): string {
  const inside = {
    feel: () =>
      `<task id="t"><extensionElements><zeebe:ioMapping><zeebe:input source="${escaped(text)}" target="x"/></zeebe:ioMapping></extensionElements></task>`,
    condition: () => `<exclusiveGateway id="t"/>`,
    script: () =>
      `<scriptTask id="t" scriptFormat="${escaped(kind.is === 'script' ? kind.format : '')}"><script>${escaped(text)}</script></scriptTask>`,
  }[kind.is]();
  const end =
    kind.is === 'condition'
      ? `<sequenceFlow id="c" sourceRef="t" targetRef="e"><conditionExpression>${escaped(text)}</conditionExpression></sequenceFlow><endEvent id="e"/>`
      : '';
  return `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:zeebe="http://camunda.org/schema/zeebe/1.0" targetNamespace="text"><process id="text" isExecutable="true"><startEvent id="s"/><sequenceFlow id="f" sourceRef="s" targetRef="t"/>${inside}${end}</process></definitions>`;
}

/** Escapes text for an XML attribute; parsers would replace line breaks and tabs by blanks. */
function escaped(text: string): string {
  const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"\n\r\t]/g, (sign) => signs[sign] ?? `&#${sign.charCodeAt(0)};`);
}

/** `<subject>: <slot>: cannot parse '<text>': <reason> at <line>:<column>`. Warnings have no place. */
const PLACED = /: cannot parse '[\s\S]*?': ([\s\S]*) at (\d+):(\d+)$/;
const SUBJECT = /^\w+ '[tc]': (?:[\w ]+: )?/;

function findingIn(
  text: string,
  written: string,
  kind: TextKind,
  { Severity, Text }: Validated['Findings'][number],
): TextFinding | undefined {
  const placed = PLACED.exec(`: ${Text}`);
  if (placed === null) return { severity: Severity, message: Text.replace(SUBJECT, ''), from: 0, to: text.length };
  const [, reason = '', line = '1', column = '1'] = placed;
  const blanks = kind.is === 'script' ? 0 : written.length - written.trimStart().length;
  const shift = kind.is === 'feel' ? 1 : 0;
  const at = offsetOf(written.slice(blanks), Number(line), Number(column)) + blanks - shift;
  const from = Math.max(0, Math.min(text.length, at));
  const word = /^[\p{L}\p{N}_]+|^[^\s]/u.exec(text.slice(from))?.[0].length ?? 0;
  return {
    severity: Severity,
    message: placedWords(text, from, reason),
    from: word === 0 ? Math.max(0, from - 1) : from,
    to: from + word,
  };
}

function placedWords(text: string, from: number, reason: string): string {
  const before = text.slice(0, from);
  return modelerTexts.editors.place(before.split('\n').length, from - before.lastIndexOf('\n'), reason);
}

function offsetOf(text: string, line: number, column: number): number {
  let start = 0;
  for (let next = 1; next < line; next += 1) {
    const end = text.indexOf('\n', start);
    if (end < 0) break;
    start = end + 1;
  }
  return start + column - 1;
}
