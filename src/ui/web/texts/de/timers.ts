import type { timers as english } from '../en/timers.ts';

export const timers: typeof english = {
  title: 'Überfällige Timer',
  failed: 'Timer nicht geladen',
  noneFits: 'Kein überfälliger Timer passt zu diesen Filtern.',
  none: 'Kein Timer ist überfällig.',
  hint: 'Ein Timer ist eine Minute nach seiner Zeit überfällig. Timer angehaltener Instanzen sind nicht aufgeführt.',
};
