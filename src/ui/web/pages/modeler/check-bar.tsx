import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { NextVersionView } from '../../../wire/workflows.ts';
import { nextVersionsQuery } from '../../api/views.ts';
import { modelerTexts } from '../../texts/modeler.ts';
import type { CheckedModel, CheckFinding } from './check-model.ts';
import type { DraftOrigin } from './drafts.ts';
import type { DrawingTools } from './drawing-tools.ts';
import type { ModelCheck } from './use-model-check.ts';

/** Process keys whose next version is read. */
const MOST_KEYS = 5;

/** Bar below the drawing: findings of the deploy check, and the versions that a deploy would create. */
export function CheckBar(props: {
  readonly tools: DrawingTools;
  readonly check: ModelCheck;
  /** undefined: still loading */
  readonly origin: DraftOrigin | undefined;
}) {
  const { tools, check, origin } = props;
  const { checked, isCurrent, fault } = check;
  if (checked === null || fault !== undefined) {
    return (
      <div className="check-bar" role="status">
        {fault === undefined ? modelerTexts.check.checking : modelerTexts.check.failed(fault)}
      </div>
    );
  }
  const { findings } = checked;
  return (
    <div className="check-bar" aria-busy={!isCurrent}>
      {findings.length === 0 ? (
        <span role="status">{modelerTexts.check.none}</span>
      ) : (
        <details className="check-findings">
          <summary>{summaryOf(findings)}</summary>
          <FindingList findings={findings} tools={tools} />
        </details>
      )}
      <NextVersions checked={checked} origin={origin} />
    </div>
  );
}

function FindingList({ findings, tools }: { readonly findings: readonly CheckFinding[]; readonly tools: DrawingTools }) {
  return (
    <ul className="findings" aria-label={modelerTexts.check.findings}>
      {findings.map(({ severity, text, isEnglish, elementId }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two findings can have the same text
        <li key={`${index} ${text}`} className={`finding finding-${severity}`}>
          <strong>{modelerTexts.check.severities[severity]}</strong>{' '}
          {elementId !== undefined && tools.isDrawn(elementId) ? (
            <Anchor component="button" type="button" size="sm" onClick={() => tools.show(elementId)}>
              <span {...(isEnglish && { lang: 'en' })}>{text}</span>
            </Anchor>
          ) : (
            <span {...(isEnglish && { lang: 'en' })}>{text}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

function summaryOf(findings: readonly CheckFinding[]): string {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const warnings = findings.length - errors;
  const counts = [
    errors === 0 ? '' : modelerTexts.check.errors(errors),
    warnings === 0 ? '' : modelerTexts.check.warnings(warnings),
  ];
  return counts.filter((text) => text !== '').join(', ');
}

/** Text such as `Becomes version 3 of 'loan-approval'.`. If the deploy check has errors, shows that a deploy would be refused. */
function NextVersions({ checked, origin }: { readonly checked: CheckedModel; readonly origin: DraftOrigin | undefined }) {
  const isRefused = checked.findings.some(({ severity }) => severity === 'error');
  const keys = checked.keys.slice(0, MOST_KEYS);
  const { data: next = [], refetch } = useQuery({ ...nextVersionsQuery(keys), enabled: !isRefused });
  // biome-ignore lint/correctness/useExhaustiveDependencies: deploys by others are noticed with the next check of a change
  useEffect(() => {
    if (!isRefused) void refetch();
  }, [checked, isRefused]);
  if (isRefused) return <span>{modelerTexts.check.refused}</span>;
  const versions = next.map(({ key, version }) => modelerTexts.check.version(key, version, checked.names.get(key)));
  if (versions.length === 0) return null;
  const newer = newerVersion(next, origin);
  return (
    <span>
      {modelerTexts.check.becomes(versions.join(', '), checked.keys.length - MOST_KEYS)}
      {newer !== undefined && <strong className="newer-version">{modelerTexts.check.newerVersion(newer)}</strong>}
    </span>
  );
}

/** Latest version. Undefined: none is later, or the drawing was not opened from a version. */
function newerVersion(next: readonly NextVersionView[], origin: DraftOrigin | undefined) {
  if (origin?.kind !== 'version') return undefined;
  const last = (next.find(({ key }) => key === origin.key)?.version ?? 0) - 1;
  return last > origin.version ? { from: origin.version, last } : undefined;
}
