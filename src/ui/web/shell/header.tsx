import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { SessionView } from '../../wire/session.ts';
import { dropDraftsOfOthers } from '../api/draft-owner.ts';
import { forgetVisits } from '../components/recent.ts';
import { MenuIcon, SearchIcon, SettingsIcon } from '../components/shell-icons.tsx';
import { Tooltip } from '../components/tooltip.tsx';
import { texts } from '../texts/texts.ts';

/** See docs/contributing/spec/pages.md#header. */
export function Header(props: {
  readonly session: SessionView | undefined;
  readonly onSearch: () => void;
  /** navigation on a small screen */
  readonly isMenuOpen: boolean;
  readonly onMenu: () => void;
}) {
  const { session, onSearch, isMenuOpen, onMenu } = props;
  return (
    <Group h="100%" px="md" justify="space-between" wrap="nowrap">
      <Group gap="xs" wrap="nowrap">
        <ActionIcon
          variant="subtle"
          size="lg"
          hiddenFrom="sm"
          aria-label={texts.shell.pages}
          aria-expanded={isMenuOpen}
          onClick={onMenu}
        >
          <MenuIcon />
        </ActionIcon>
        <Link className="brand" to="/">
          <img src="/icon.svg" alt="" width={24} height={24} />
          Sluice
        </Link>
      </Group>
      <Group gap="sm" wrap="nowrap">
        <Button variant="default" size="xs" leftSection={<SearchIcon />} onClick={onSearch}>
          {texts.shell.search}{' '}
          <Text span size="xs" c="dimmed" ml={8} visibleFrom="xs">
            {texts.shell.searchKeys}
          </Text>
        </Button>
        {session?.user != null && <SignedIn name={session.user.name} csrfToken={session.csrfToken} />}
        <Tooltip label={texts.shell.settings}>
          <ActionIcon component={Link} to="/settings" variant="subtle" size="lg" aria-label={texts.shell.settings}>
            <SettingsIcon />
          </ActionIcon>
        </Tooltip>
      </Group>
    </Group>
  );
}

/** Signs out with an HTML form, because the response redirects to the identity provider, which also ends its session. */
function SignedIn({ name, csrfToken }: { readonly name: string; readonly csrfToken: string }) {
  return (
    <form method="post" action="/Account/Logout" onSubmit={leave}>
      <Group gap="sm" wrap="nowrap">
        <Text size="sm" visibleFrom="sm">
          {texts.shell.signedInAs(name)}
        </Text>
        <input type="hidden" name="csrfToken" value={csrfToken} />
        <Button type="submit" variant="default" size="xs">
          {texts.shell.signOut}
        </Button>
      </Group>
    </form>
  );
}

/** Deletes recent pages, and drafts of other users, at the sign-out. The drafts of this user stay. */
function leave(): void {
  dropDraftsOfOthers();
  forgetVisits();
}
