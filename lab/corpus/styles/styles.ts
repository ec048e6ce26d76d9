import { CAMUNDA_8, ZEEBE_TOOLS } from './feel-family.ts';
import { JBPM, KOGITO } from './jbpm-family.ts';
import { ACTIVITI, CAMUNDA_7, FLOWABLE, OPERATON } from './juel-family.ts';
import { FLEANS, PLAIN } from './plain-family.ts';
import type { Style } from './style.ts';

/** How models are written that others bring. */
export const STYLES: readonly Style[] = [
  PLAIN,
  FLEANS,
  CAMUNDA_7,
  OPERATON,
  FLOWABLE,
  ACTIVITI,
  CAMUNDA_8,
  ZEEBE_TOOLS,
  JBPM,
  KOGITO,
];
