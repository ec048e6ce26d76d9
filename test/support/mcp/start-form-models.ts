import { sequence, userTask } from '../models/models.ts';

/** A process with one user task, and a start form with these fields of Camunda 7. */
export function withStartForm(key: string, fields: string): string {
  const form = `<extensionElements><camunda:formData>${fields}</camunda:formData></extensionElements>`;
  return sequence(key, userTask('review')).replace('<startEvent id="start"/>', `<startEvent id="start">${form}</startEvent>`);
}

/** One field. `more`: further attributes. */
export function field(id: string, type = 'string', more = ''): string {
  return `<camunda:formField id="${id}" type="${type}" ${more}/>`;
}

/** A field that has to be there. */
export function requiredField(id: string, type = 'string', label = id): string {
  const constraint = '<camunda:validation><camunda:constraint name="required"/></camunda:validation>';
  return `<camunda:formField id="${id}" type="${type}" label="${label}">${constraint}</camunda:formField>`;
}
