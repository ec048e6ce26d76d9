import { Anchor, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import type { Decided } from '../../../../engine/decisions/decided.ts';
import { dmnQuery } from '../../api/decisions.ts';
import { Busy } from '../../components/busy.tsx';
import { DecidedDecisions } from '../../components/facts/decided-decisions.tsx';
import { decisionsTexts } from '../../texts/decisions.ts';
import { pageTexts } from '../../texts/instance.ts';
import { readFile } from '../decisions/dmn-file.ts';
import { ruleTextsOf } from '../decisions/rule-texts.ts';
import type { DecidedAt } from './replay.ts';

/** Completions of one element; the API returns all. */
const SHOWN = 5;

/** Up to the shown step, the latest first (docs/contributing/spec/pages.md#what-was-decided). */
export function DecidedTables({ decisions }: { readonly decisions: readonly DecidedAt[] }) {
  if (decisions.length === 0) return null;
  const latest = decisions.slice(-SHOWN).reverse();
  return (
    <Stack gap="xs" mt="sm" component="section" aria-label={decisionsTexts.decided.title}>
      <Title order={3} size="h6">
        {decisionsTexts.decided.title}
      </Title>
      {latest.map(({ entry, decided }) => (
        <OneEnd key={entry} decided={decided} />
      ))}
      {decisions.length > SHOWN && <Text size="xs">{pageTexts.andOlder(decisions.length - SHOWN)}</Text>}
    </Stack>
  );
}

/** Separately deployed versions have a page and all rules; others are shown with their process version. */
function OneEnd({ decided: { keys, version, decisions, more } }: { readonly decided: Decided }) {
  const [key = ''] = keys;
  const text = useQuery({ ...dmnQuery(key, version ?? 0), enabled: version !== undefined, retry: false });
  const file = useMemo(() => (text.data === undefined ? undefined : readFile(text.data)), [text.data]);
  // the rules would move what is below them
  if (text.isLoading) return <Busy />;
  return (
    <Paper withBorder p="xs">
      <DecidedDecisions
        rulesOf={(decision) => file && ruleTextsOf(file, decision)}
        decisions={decisions}
        {...(more !== undefined && { more })}
        titleOf={({ key, name }) =>
          version !== undefined && keys.includes(key) ? (
            <Anchor component={Link} inherit to={`/decisions/${encodeURIComponent(key)}?version=${version}`}>
              {name} v{version}
            </Anchor>
          ) : (
            name
          )
        }
      />
    </Paper>
  );
}
