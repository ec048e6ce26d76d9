import type { timers as english } from '../en/timers.ts';

export const timers: typeof english = {
  title: 'Überfällige Timer',
  failed: 'Die Timer konnten nicht geladen werden',
  noneFits: 'Kein überfälliger Timer passt zu diesen Filtern.',
  none: 'Keine überfälligen Timer.',
  hint: 'Ein Timer gilt eine Minute nach seiner Fälligkeit als überfällig. Timer angehaltener Instanzen sind nicht aufgeführt.',
};
