import { libraryWords } from '../../../components/diagram/library-words.ts';
import { decisionsTexts } from '../../../texts/decisions.ts';

export const DRAWN_WORDS = libraryWords(decisionsTexts.drawn);
