import { Anchor } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { nextVersionQuery } from '../../api/views.ts';
import type { CheckedModel, CheckFinding } from './check-model.ts';
import type { DrawingTools } from './drawing-tools.ts';
import type { ModelCheck } from './use-model-check.ts';

/** So many process keys are looked up. */
const MOST_KEYS = 5;

/** What a deploy of the drawing would say, below the drawing: the findings, and the versions it would make. */
export function CheckBar({ tools, check }: { readonly tools: DrawingTools; readonly check: ModelCheck }) {
  const { checked, isCurrent, fault } = check;
  if (checked === null) {
    return (
      <div className="check-bar" role="status">
        {fault === undefined ? 'Checking …' : `The model could not be checked: ${fault}`}
      </div>
    );
  }
  const { findings } = checked;
  return (
    <div className="check-bar" aria-busy={!isCurrent}>
      {findings.length === 0 ? (
        <span role="status">No findings</span>
      ) : (
        <details className="check-findings">
          <summary>{summaryOf(findings)}</summary>
          <FindingList findings={findings} tools={tools} />
        </details>
      )}
      <NextVersions checked={checked} />
    </div>
  );
}

function FindingList({ findings, tools }: { readonly findings: readonly CheckFinding[]; readonly tools: DrawingTools }) {
  return (
    <ul className="findings" aria-label="Findings">
      {findings.map(({ severity, text, elementId }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two findings can say the same
        <li key={`${index} ${text}`} className={`finding finding-${severity}`}>
          <strong>{severity === 'error' ? 'Error' : 'Warning'}:</strong>{' '}
          {elementId !== undefined && tools.isDrawn(elementId) ? (
            <Anchor component="button" type="button" size="sm" onClick={() => tools.show(elementId)}>
              {text}
            </Anchor>
          ) : (
            text
          )}
        </li>
      ))}
    </ul>
  );
}

function summaryOf(findings: readonly CheckFinding[]): string {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const warnings = findings.length - errors;
  return [counted(errors, 'error'), counted(warnings, 'warning')].filter((text) => text !== '').join(', ');
}

function counted(count: number, word: string): string {
  return count === 0 ? '' : `${count} ${word}${count === 1 ? '' : 's'}`;
}

/** `Becomes version 3 of 'loan-approval'.` Nothing while the model would be refused. */
function NextVersions({ checked }: { readonly checked: CheckedModel }) {
  const isRefused = checked.findings.some(({ severity }) => severity === 'error');
  const keys = checked.keys.slice(0, MOST_KEYS);
  const next = useQueries({ queries: isRefused ? [] : keys.map((key) => ({ ...nextVersionQuery(key), retry: false })) });
  if (isRefused) return <span>A deploy would be refused.</span>;
  const versions = next.flatMap(({ data }) => (data === undefined ? [] : [`version ${data.version} of '${data.key}'`]));
  if (versions.length === 0) return null;
  const more = checked.keys.length > MOST_KEYS ? ` and ${checked.keys.length - MOST_KEYS} more` : '';
  return (
    <span>
      Becomes {versions.join(', ')}
      {more}
    </span>
  );
}
