import { Stack, Text, Title } from '@mantine/core';
import type { HomeView } from '../../../wire/home.ts';
import { lazyPart } from '../../components/lazy-part.tsx';
import { pageTexts } from '../../texts/dashboard.ts';
import { timeParts, zoneMark } from '../../texts/numbers.ts';
import { isBehind } from './is-behind.ts';

// usually empty
const Groups = lazyPart(async () => (await import('./groups.tsx')).Groups);

/** Worst first, or one line if nothing needs attention (docs/contributing/spec/pages.md#needs-you). */
export function NeedsYou({ home }: { readonly home: HomeView }) {
  return (
    <section aria-label={pageTexts.needs.title}>
      <Title order={2} size="h4" mb="xs">
        {pageTexts.needs.title}
      </Title>
      {isWell(home) ? (
        <p className="all-well">
          <span aria-hidden="true">✓</span> {pageTexts.needs.nothing}{' '}
          <Text span size="sm" c="dimmed">
            {pageTexts.needs.asOf(`${timeParts(home.at)[1]}${zoneMark()}`)}
          </Text>
        </p>
      ) : (
        <Stack gap="md">
          <Groups home={home} />
        </Stack>
      )}
    </section>
  );
}

function isWell({ incidents, failed, lateTimers, overdueTasks, unserved, deadLetters, service }: HomeView): boolean {
  const hasGroups = [incidents, failed, lateTimers, overdueTasks].some(({ groups }) => groups.length > 0);
  const isServiceWell = service === null || (service.missing.length + service.lost.length === 0 && !isBehind(service));
  return !hasGroups && unserved.length === 0 && deadLetters.count === 0 && isServiceWell;
}
