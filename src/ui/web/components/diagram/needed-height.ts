import { BPMNDI, DC, DI } from './namespaces.ts';

/** Around a fitted model. Unit: px. */
export const MARGIN = 24;

/** Margin for the zoom buttons. Unit: px. */
export const CONTROLS = 24;

export interface ModelSize {
  readonly width: number;
  readonly height: number;
}

/** Scale of a model that is fitted to the width and not enlarged. */
export function scaleAt(width: number, inner: ModelSize): number {
  return Math.min(1, (width - CONTROLS - 2 * MARGIN) / inner.width);
}

/** Height of a model that is fitted to the width and not enlarged. `least`: lower limit of the scale. Unit: px. */
export function heightAt(width: number, inner: ModelSize, least = 0): number {
  return Math.ceil(inner.height * Math.max(least, scaleAt(width, inner)) + 2 * MARGIN);
}

/** Size of the drawn process, read without the library, so that its space is kept. Undefined: no layout, or not readable. */
export function sizeInFile(xml: string, processId: string | undefined): ModelSize | undefined {
  const document = new DOMParser().parseFromString(xml, 'text/xml');
  const planes = [...document.getElementsByTagNameNS(BPMNDI, 'BPMNPlane')];
  const plane = planes.find((one) => one.getAttribute('bpmnElement') === processId) ?? planes[0];
  if (plane === undefined) return undefined;
  const at = (element: Element, name: string) => Number(element.getAttribute(name));
  const bounds = [...plane.getElementsByTagNameNS(DC, 'Bounds')].map((one) => [
    [at(one, 'x'), at(one, 'y')],
    [at(one, 'x') + at(one, 'width'), at(one, 'y') + at(one, 'height')],
  ]);
  const points = [...plane.getElementsByTagNameNS(DI, 'waypoint')].map((one) => [at(one, 'x'), at(one, 'y')]);
  const all = [...bounds.flat(), ...points].filter((point) => point.every(Number.isFinite));
  const [xs, ys] = [0, 1].map((axis) => all.map((point) => point[axis] ?? 0)) as [number[], number[]];
  const extent = (values: readonly number[]) =>
    values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY) -
    values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  const size = { width: extent(xs), height: extent(ys) };
  return size.width > 0 && size.height > 0 ? size : undefined;
}
