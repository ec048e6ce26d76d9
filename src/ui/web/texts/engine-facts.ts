import { engineFacts } from './en/engine-facts.ts';
import { inLanguage } from './language.ts';

export const factTexts = inLanguage('engineFacts', engineFacts);
