import type Modeler from 'bpmn-js/lib/Modeler';
import type { CheckFinding } from './check-model.ts';

type Services = {
  elementRegistry: import('diagram-js/lib/core/ElementRegistry').default;
  overlays: import('diagram-js/lib/features/overlays/Overlays').default;
};

const TYPE = 'finding';

/** Returns a function that replaces the marks. `onPick`: element of a clicked badge. */
export function findingMarks(
  modeler: Modeler<object>,
  onPick: (elementId: string) => void,
): (findings: readonly CheckFinding[]) => void {
  const get = <Name extends keyof Services>(name: Name) => (modeler as unknown as Modeler<Services>).get(name);
  return (findings) => {
    const [overlays, registry] = [get('overlays'), get('elementRegistry')];
    overlays.remove({ type: TYPE } as never);
    const byElement = new Map<string, CheckFinding[]>();
    for (const finding of findings) {
      if (finding.elementId === undefined || registry.get(finding.elementId) === undefined) continue;
      byElement.set(finding.elementId, [...(byElement.get(finding.elementId) ?? []), finding]);
    }
    for (const [elementId, own] of byElement) {
      if ((registry.get(elementId) as { parent?: unknown }).parent === undefined) continue; // the process has no position
      overlays.add(elementId, TYPE, { position: { top: -11, left: -11 }, html: badge(own, () => onPick(elementId)) });
    }
  };
}

function badge(findings: readonly CheckFinding[], onClick: () => void): HTMLElement {
  const element = document.createElement('button');
  const isError = findings.some(({ severity }) => severity === 'error');
  element.type = 'button';
  element.tabIndex = -1; // keyboard users have the list of findings
  element.className = `finding-badge finding-badge-${isError ? 'error' : 'warning'}`;
  element.textContent = isError ? '!' : '?';
  element.title = findings.map(({ text }) => text).join('\n');
  element.setAttribute('aria-label', element.title);
  element.addEventListener('click', onClick);
  return element;
}
