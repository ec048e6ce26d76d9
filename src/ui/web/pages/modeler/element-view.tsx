import { Text } from '@mantine/core';
import type { CheckFinding } from './check-model.ts';
import type { DrawingTools } from './drawing-tools.ts';
import { useDrawingState } from './use-drawing-state.ts';
import type { ModelCheck } from './use-model-check.ts';

/** What the engine does with the selected element, and what the deploy check says of it, whichever dialect the model is written in. */
export function ElementView({ tools, check }: { readonly tools: DrawingTools; readonly check: ModelCheck }) {
  const { selected } = useDrawingState(tools);
  const { checked, fault } = check;
  if (checked === null && fault === undefined) return null;
  const properties = checked?.properties.get(selected) ?? [];
  const findings = checked?.findings.filter(({ elementId }) => elementId === selected) ?? [];
  return (
    <section className="engine-view" aria-label="What the engine does" aria-busy={!check.isCurrent}>
      <Text component="h2" className="engine-view-title">
        What the engine does
      </Text>
      {fault !== undefined && <Text size="sm">The model could not be checked: {fault}</Text>}
      {checked !== null && properties.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing besides what the diagram shows.
        </Text>
      )}
      {properties.length > 0 && (
        <dl className="engine-properties">
          {properties.map(({ name, value }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an element can have two properties of one name
            <div key={`${index} ${name}`}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {findings.length > 0 && <Findings findings={findings} />}
    </section>
  );
}

function Findings({ findings }: { readonly findings: readonly CheckFinding[] }) {
  return (
    <ul className="findings">
      {findings.map(({ severity, text, isIgnored }) => (
        <li key={text} className={`finding finding-${severity}`}>
          <strong>{isIgnored ? 'Ignored' : severity === 'error' ? 'Error' : 'Warning'}:</strong> {text}
        </li>
      ))}
    </ul>
  );
}
