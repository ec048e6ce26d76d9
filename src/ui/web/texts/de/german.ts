import { batches } from './batches.ts';
import { builtInTasks } from './built-in-tasks.ts';
import { cancelReasons } from './cancel-reasons.ts';
import { customTasks } from './custom-tasks.ts';
import { dashboard } from './dashboard.ts';
import { deadLetters } from './dead-letters.ts';
import { decisions } from './decisions.ts';
import { dialogs } from './dialogs.ts';
import { drawingWords } from './drawing-words.ts';
import { elementTypes } from './element-types.ts';
import { engineFacts } from './engine-facts.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { findings } from './findings.ts';
import { forms } from './forms.ts';
import { frame } from './frame.ts';
import { home } from './home.ts';
import { incidents } from './incidents.ts';
import { instance } from './instance.ts';
import { instances } from './instances.ts';
import { modeler } from './modeler.ts';
import { process } from './process.ts';
import { repairs } from './repairs.ts';
import { settings } from './settings.ts';
import { timers } from './timers.ts';
import { userTasks } from './user-tasks.ts';
import { waits } from './waits.ts';
import { workflows } from './workflows.ts';

/** One file, loaded only for German. */
export const german = {
  frame,
  errors,
  findings,
  forms,
  dialogs,
  settings,
  dashboard,
  home,
  workflows,
  process,
  instances,
  instance,
  cancelReasons,
  repairs,
  incidents,
  timers,
  deadLetters,
  batches,
  events,
  userTasks,
  customTasks,
  builtInTasks,
  decisions,
  modeler,
  drawingWords,
  waits,
  engineFacts,
  elementTypes,
};
export type German = typeof german;
