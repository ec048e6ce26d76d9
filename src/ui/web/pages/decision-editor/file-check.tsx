import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { decisionVersionsQuery } from '../../api/decisions.ts';
import type { TextCheck } from '../../components/use-text-check.ts';
import { decisionsTexts } from '../../texts/decisions.ts';
import type { CheckedFile } from './check-file.ts';

const words = decisionsTexts.editor;

/** A version that is edited. */
export interface OpenedVersion {
  readonly key: string;
  readonly version: number;
}

/** Result of the deploy check: findings, and the version that a deploy would create. */
export function FileCheck(props: {
  readonly check: TextCheck<CheckedFile>;
  /** decision of the edited table */
  readonly shown: string | undefined;
  readonly opened: OpenedVersion | undefined;
  readonly onShow: (id: string) => void;
}) {
  const { check, shown, opened, onShow } = props;
  const { checked, isCurrent, fault } = check;
  if (checked === null || fault !== undefined)
    return (
      <p className="file-check" role="status">
        {fault === undefined ? words.checking : words.notChecked(fault)}
      </p>
    );
  const { findings, keys } = checked;
  const isRefused = findings.some(({ severity }) => severity === 'error');
  return (
    <section className="file-check" aria-label={words.findings} aria-busy={!isCurrent}>
      <p role="status">{findings.length === 0 ? words.nothingFound : words.found(findings.length)}</p>
      <ul>
        {findings.map(({ severity, rule, text, decisionId }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two findings can have the same text
          <li key={`${index} ${text}`} className={`file-finding file-finding-${severity}`}>
            <strong>{words.severities[severity]}</strong> {sentenceOf(rule)}
            {decisionId !== undefined && decisionId !== shown ? (
              <Anchor component="button" type="button" size="sm" onClick={() => onShow(decisionId)}>
                <span lang="en">{text}</span>
              </Anchor>
            ) : (
              <span lang="en">{text}</span>
            )}
          </li>
        ))}
      </ul>
      {isRefused ? (
        <p>{words.wouldBeRefused}</p>
      ) : (
        shown !== undefined && keys.includes(shown) && <NextVersion decisionKey={shown} opened={opened} />
      )}
    </section>
  );
}

/** Meaning of a rule before the text of the API; nothing if the pages are English. */
function sentenceOf(rule: string): string {
  return Object.hasOwn(words.rules, rule) ? `${words.rules[rule]} ` : '';
}

function NextVersion({ decisionKey, opened }: { readonly decisionKey: string; readonly opened: OpenedVersion | undefined }) {
  const { data } = useQuery(decisionVersionsQuery(decisionKey));
  if (data === undefined) return null;
  const isOld = opened?.key === decisionKey && opened.version < data.nextVersion - 1;
  return (
    <p>
      {words.becomes(data.nextVersion, decisionKey)}
      {isOld && <strong> {words.newerVersion(opened.version, data.nextVersion - 1)}</strong>}
    </p>
  );
}
