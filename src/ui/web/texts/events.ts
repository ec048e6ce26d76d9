import { events } from './en/events.ts';
import { inLanguage } from './language.ts';

export const pageTexts = inLanguage('events', events);
