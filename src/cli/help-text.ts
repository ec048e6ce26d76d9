import type { ActionDeclaration, VerbDeclaration } from './verb-declaration.ts';

/** Usage text of a command after its name. */
export function usageOf({ operands, actions }: VerbDeclaration): string {
  if (actions === undefined) return [operands?.form, '[options]'].filter((part) => part !== undefined).join(' ');
  const forms = Object.entries<ActionDeclaration>(actions).map(([name, action]) => formOf(name, action));
  const isOptional = Object.values<ActionDeclaration>(actions).some(({ isDefault }) => isDefault === true);
  return `${isOptional ? `[${forms.join(' | ')}]` : `(${forms.join(' | ')})`} [options]`;
}

/** The first paragraphs of the help of a verb. */
export function descriptionOf({ about, actions }: VerbDeclaration): string {
  const sentence = `${about[0]?.toUpperCase()}${about.slice(1)}.`;
  if (actions === undefined) return sentence;
  const rows = Object.entries<ActionDeclaration>(actions).map(([name, action]) => [formOf(name, action), action] as const);
  const width = Math.max(...rows.map(([form]) => form.length));
  const lines = rows.map(
    ([form, action]) => `  ${form.padEnd(width)}  ${action.about}${action.isDefault ? '; when none is named' : ''}`,
  );
  return `${sentence}\n\nActions:\n${lines.join('\n')}`;
}

function formOf(name: string, { operands }: ActionDeclaration): string {
  return operands === undefined ? name : `${name} ${operands.form}`;
}
