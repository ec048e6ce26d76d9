/** The used parts of the viewer. */
export type Services = {
  canvas: import('diagram-js/lib/core/Canvas').default;
  overlays: import('diagram-js/lib/features/overlays/Overlays').default;
  elementRegistry: import('diagram-js/lib/core/ElementRegistry').default;
  eventBus: import('diagram-js/lib/core/EventBus').default;
  moddle: { fromXML: unknown };
  zoomScroll: { stepZoom(delta: number): void };
};
