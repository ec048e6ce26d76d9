import { Stack, Text, Title } from '@mantine/core';
import type { HomeView } from '../../../wire/home.ts';
import { formatTime } from '../../components/format.ts';
import { lazyPart } from '../../components/lazy-part.tsx';
import { isBehind } from './is-behind.ts';

// most days there is none
const Groups = lazyPart(async () => (await import('./groups.tsx')).Groups);

/** What needs somebody now, worst first; or, in one line, that nothing does (docs/spec/pages.md#needs-you). */
export function NeedsYou({ home }: { readonly home: HomeView }) {
  return (
    <section aria-label="What needs you now">
      <Title order={2} size="h4" mb="xs">
        What needs you now
      </Title>
      {isWell(home) ? (
        <p className="all-well">
          <span aria-hidden="true">✓</span> Nothing needs you now.{' '}
          <Text span size="sm" c="dimmed">
            As of {formatTime(home.at).slice(11)} (UTC).
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
