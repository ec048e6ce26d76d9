import type Canvas from 'diagram-js/lib/core/Canvas';

/** Ground around a fitted model. Unit: px. */
const MARGIN = 24;

/** Shows the whole model with a margin, never enlarged. `left`, `right`: covered px at the sides. */
export function fitWithMargin(
  canvas: Canvas,
  { left = 0, right = 0 }: { readonly left?: number; readonly right?: number },
): void {
  canvas.zoom('fit-viewport', 'auto' as never);
  const { inner, outer } = canvas.viewbox();
  const room = { width: outer.width - left - right - 2 * MARGIN, height: outer.height - 2 * MARGIN };
  const scale = Math.min(1, room.width / inner.width, room.height / inner.height);
  if (!(scale > 0)) return;
  const [width, height] = [outer.width / scale, outer.height / scale];
  const x = inner.x - left / scale - (width - (left + right) / scale - inner.width) / 2;
  canvas.viewbox({ x, y: inner.y - (height - inner.height) / 2, width, height });
}
