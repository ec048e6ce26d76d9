import { Text } from '@mantine/core';
import { factTexts } from '../../texts/engine-facts.ts';
import { modelerTexts } from '../../texts/modeler.ts';
import type { CheckFinding } from './check-model.ts';
import type { DrawingTools } from './drawing-tools.ts';
import { useDrawingState } from './use-drawing-state.ts';
import type { ModelCheck } from './use-model-check.ts';

/** How the engine handles the selected element, and its findings, in any dialect. */
export function ElementView({ tools, check }: { readonly tools: DrawingTools; readonly check: ModelCheck }) {
  const { selected } = useDrawingState(tools);
  const { checked } = check;
  if (checked === null) return null;
  const properties = checked.properties.get(selected) ?? [];
  const findings = checked.findings.filter(({ elementId }) => elementId === selected);
  return (
    <section className="engine-view" aria-label={modelerTexts.check.engine} aria-busy={!check.isCurrent}>
      <Text component="h2" className="engine-view-title">
        {modelerTexts.check.engine}
      </Text>
      {properties.length === 0 && (
        <Text size="sm" c="dimmed">
          {modelerTexts.check.nothing}
        </Text>
      )}
      {properties.length > 0 && (
        <dl className="engine-properties">
          {properties.map(({ name, value }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an element can have two properties of one name
            <div key={`${index} ${name}`}>
              <dt {...(factTexts.name(name) === undefined ? { lang: 'en' } : {})}>{factTexts.name(name) ?? name}</dt>
              <dd>{factTexts.value(name, value)}</dd>
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
      {findings.map(({ severity, text, isEnglish, isIgnored }) => (
        <li key={text} className={`finding finding-${severity}`}>
          <strong>{modelerTexts.check.severities[isIgnored ? 'ignored' : severity]}</strong>{' '}
          <span {...(isEnglish && { lang: 'en' })}>{text}</span>
        </li>
      ))}
    </ul>
  );
}
