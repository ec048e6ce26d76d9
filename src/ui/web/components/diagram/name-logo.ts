import { pageTexts } from '../../texts/dialogs.ts';

/** Sets the accessible name of the logo link of the drawing library, which contains only a picture. */
export function nameLogo(container: HTMLElement): void {
  container.querySelector('.bjs-powered-by')?.setAttribute('aria-label', pageTexts.diagram.drawnWith);
}
