import { expect } from 'chai';
import { codeOf, SOURCE_FILES } from './source-files.ts';

const MAX_LINES = 400;
const MAX_LINES_OF_ONE_CASE = 250;
/** Folders with one file per case: an element, an endpoint, a route, a table. */
const ONE_CASE = /\/(?:behaviours|endpoints|routes|tables|commands|elements)\//;
const MAX_FUNCTION_LINES = 60;
/** Generated from the OpenAPI document, so no one reads it from end to end. */
const GENERATED = /^client\/generated\//;
const FORBIDDEN_NAME = /(?:Impl|Manager|Util|Utils|Helper|Helpers|Base)$/;

describe('sizes and names', () => {
  it('of files stay small when code is added', () => {
    const wrong: string[] = [];
    for (const { path, text } of SOURCE_FILES) {
      const lines = text.split('\n').length - 1;
      const most = ONE_CASE.test(`/${path}`) ? MAX_LINES_OF_ONE_CASE : MAX_LINES;
      if (lines > most && !GENERATED.test(path)) wrong.push(`src/${path} has ${lines} lines, ${most} are allowed`);
    }
    expect(wrong, `${wrong.join('\n')}\nSplit by concept, never into a part 2.`).to.deep.equal([]);
  });

  it('of functions stay small when code is added', () => {
    const wrong: string[] = [];
    for (const { path, text } of SOURCE_FILES) {
      for (const { line, length } of functionsOf(codeOf(text))) {
        if (length > MAX_FUNCTION_LINES)
          wrong.push(`src/${path}:${line} is ${length} lines long, ${MAX_FUNCTION_LINES} are allowed`);
      }
    }
    expect(wrong, `${wrong.join('\n')}\nGive a step of the function a name of its own.`).to.deep.equal([]);
  });

  it('of files and types describe their content', () => {
    const wrong: string[] = [];
    for (const { path, text } of SOURCE_FILES) {
      const file = path.split('/').at(-1) ?? '';
      if (!/^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.d)?\.m?tsx?$/.test(file)) wrong.push(`src/${path}: file names are kebab-case`);
      for (const [, name = ''] of codeOf(text).matchAll(/\b(?:class|interface|type)\s+([A-Z]\w*)/g))
        if (FORBIDDEN_NAME.test(name)) wrong.push(`src/${path}: ${name} says nothing`);
    }
    expect(wrong, `${wrong.join('\n')}\nUse the word of BPMN or of the domain.`).to.deep.equal([]);
  });
});

const CONTROL: ReadonlySet<string> = new Set(['if', 'for', 'while', 'switch', 'catch', 'with']);

/** Bodies of functions: braces after an arrow or after a parameter list that no control word opens. `length` in lines, both braces included. */
function functionsOf(code: string): { line: number; length: number }[] {
  const found: { line: number; length: number }[] = [];
  const open: { line: number; isFunction: boolean }[] = [];
  let line = 1;
  let from = 0;
  for (let at = 0; at < code.length; at += 1) {
    const char = code[at];
    if (char === '\n') line += 1;
    else if (char === '{') {
      open.push({ line, isFunction: opensFunction(code.slice(from, at)) });
      from = at + 1;
    } else if (char === '}') {
      const opened = open.pop();
      if (opened?.isFunction === true) found.push({ line: opened.line, length: line - opened.line + 1 });
      from = at + 1;
    } else if (char === ';') from = at + 1;
  }
  return found;
}

/** @param before code between the last statement or brace and an opening brace */
function opensFunction(before: string): boolean {
  const head = before.trimEnd();
  if (head.endsWith('=>')) return true;
  const word = /(\w+)\s*(?:<[^(]*>)?\(/.exec(head)?.[1];
  return word !== undefined && !CONTROL.has(word) && /\)(?:\s*:[^=;]*)?$/.test(head);
}
