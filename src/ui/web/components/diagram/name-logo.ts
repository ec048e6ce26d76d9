import { pageTexts } from '../../texts/dialogs.ts';

/** The logo link of the drawing library contains only a picture. */
export function nameLogo(container: HTMLElement): void {
  container.querySelector('.bjs-powered-by')?.setAttribute('aria-label', pageTexts.diagram.drawnWith);
}
