import { pageTexts } from '../../texts/dialogs.ts';

/** Names the link of the drawing library, which is a picture alone. */
export function nameLogo(container: HTMLElement): void {
  container.querySelector('.bjs-powered-by')?.setAttribute('aria-label', pageTexts.diagram.drawnWith);
}
