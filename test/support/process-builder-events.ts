import type { CatchDefinition, ThrowDefinition } from '../../src/engine/model.ts';
import { expressionOf, templateOf, wordsOf } from './process-builder-texts.ts';

/** Awaited events of a catching event: definitions with `|` between them, `all` in front for parallel multiple. */
export function triggersOf(text: string): { triggers: CatchDefinition[]; parallelMultiple?: true } {
  const all = /^all\s+(.*)$/.exec(text);
  const triggers = partsOf(all?.[1] ?? text).map(triggerOf);
  return { triggers, ...(all === null ? {} : { parallelMultiple: true as const }) };
}

/** Events of a throwing event, in this order. */
export function throwsOf(text: string): ThrowDefinition[] {
  return partsOf(text).map(throwOf);
}

function partsOf(text: string): string[] {
  return text === '' ? [] : text.split(/ \| /);
}

function triggerOf(text: string): CatchDefinition {
  const [, kind = '', rest = ''] = /^(\w+)\s*(.*)$/.exec(text.trim()) ?? [];
  switch (kind) {
    case 'message':
      return { kind, ...namedOf(rest, 'message name') };
    case 'signal':
      return { kind, name: templateOf(rest, 'signal name') };
    case 'timer':
      return { kind, form: 'timeDuration', text: templateOf(rest, 'timer') };
    case 'date':
      return { kind: 'timer', form: 'timeDate', text: templateOf(rest, 'timer') };
    case 'cycle':
      return { kind: 'timer', form: 'timeCycle', text: templateOf(rest, 'timer') };
    case 'when':
      return conditionalOf(rest);
    case 'error': {
      const { code, message } = wordsOf(rest);
      return {
        kind,
        ...codeOf(rest),
        ...(code === undefined ? {} : { codeVariable: code }),
        ...(message === undefined ? {} : { messageVariable: message }),
      };
    }
    case 'escalation': {
      const { code } = wordsOf(rest);
      return { kind, ...codeOf(rest), ...(code === undefined ? {} : { codeVariable: code }) };
    }
    case 'compensation':
    case 'cancel':
      return { kind };
    default:
      throw new Error(`no event '${text}'; see the notation in process-builder.ts`);
  }
}

/** `when x > 1`, `when only x create: x > 1`. */
function conditionalOf(rest: string): CatchDefinition {
  const [, name, events, condition = rest] = /^only (\w+)((?: create| update)*): (.*)$/.exec(rest) ?? [];
  const changes = (events ?? '').trim() === '' ? undefined : ((events ?? '').trim().split(' ') as ('create' | 'update')[]);
  return {
    kind: 'conditional',
    condition: expressionOf(condition, 'condition'),
    ...(name === undefined || name === 'any' ? {} : { variableName: name }),
    ...(changes === undefined ? {} : { variableEvents: changes }),
  };
}

function throwOf(text: string): ThrowDefinition {
  const [, kind = '', rest = ''] = /^(\w+)\s*(.*)$/.exec(text.trim()) ?? [];
  switch (kind) {
    case 'message':
      return { kind, ...namedOf(rest, 'message name') };
    case 'signal':
      return { kind, name: templateOf(rest, 'signal name') };
    case 'error': {
      const [code, ...message] = rest.split(' ');
      return {
        kind,
        ...(code === undefined || code === '' ? {} : { code: templateOf(code, 'error code') }),
        ...(message.length === 0 ? {} : { message: templateOf(message.join(' '), 'error message') }),
      };
    }
    case 'escalation':
      return { kind, code: templateOf(rest, 'escalation code') };
    case 'compensation':
      return { kind, ...(rest === '' ? {} : { activityRef: rest }) };
    case 'cancel':
    case 'terminate':
      return { kind };
    default:
      throw new Error(`no event '${text}'; see the notation in process-builder.ts`);
  }
}

function namedOf(rest: string, slot: string) {
  const [name = '', key] = rest.split(/ key /);
  return { name: templateOf(name, slot), ...(key === undefined ? {} : { key: expressionOf(key, 'correlation key') }) };
}

function codeOf(rest: string): { code?: string } {
  const [first = ''] = rest.split(/\s+/);
  return first === '' || first.includes('=') ? {} : { code: first };
}
