import { ActionIcon, Button, Group, Menu, Text, Tooltip } from '@mantine/core';
import { spotlight } from '@mantine/spotlight';
import { Link } from 'react-router';
import type { SessionView } from '../../wire/session.ts';
import { MenuIcon, SearchIcon, SettingsIcon } from '../parts/icons.tsx';
import { PAGES } from './navigation.tsx';

/** Name of the product, search, settings, and who has signed in (contract 10.1, point 3). */
export function Header({ session }: { readonly session: SessionView | undefined }) {
  return (
    <Group h="100%" px="md" justify="space-between" wrap="nowrap">
      <Group gap="xs" wrap="nowrap">
        <SmallScreenMenu />
        <Link className="brand" to="/">
          Sluice
        </Link>
      </Group>
      <Group gap="sm" wrap="nowrap">
        <Button variant="default" size="xs" leftSection={<SearchIcon />} onClick={spotlight.open}>
          Search{' '}
          <Text span size="xs" c="dimmed" ml={8} visibleFrom="xs">
            Ctrl K
          </Text>
        </Button>
        {session?.user != null && <SignedIn name={session.user.name} csrfToken={session.csrfToken} />}
        <Tooltip label="Settings">
          <ActionIcon component={Link} to="/settings" variant="subtle" size="lg" aria-label="Settings">
            <SettingsIcon />
          </ActionIcon>
        </Tooltip>
      </Group>
    </Group>
  );
}

/** A form of its own: the answer leads the browser to the identity provider, which ends its session too. */
function SignedIn({ name, csrfToken }: { readonly name: string; readonly csrfToken: string }) {
  return (
    <form method="post" action="/Account/Logout">
      <Group gap="sm" wrap="nowrap">
        <Text size="sm" visibleFrom="sm">
          Signed in as {name}
        </Text>
        <input type="hidden" name="csrfToken" value={csrfToken} />
        <Button type="submit" variant="default" size="xs">
          Sign out
        </Button>
      </Group>
    </form>
  );
}

function SmallScreenMenu() {
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon variant="subtle" size="lg" hiddenFrom="sm" aria-label="Pages">
          <MenuIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {PAGES.map(({ label, to }) => (
          <Menu.Item key={to} component={Link} to={to}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
