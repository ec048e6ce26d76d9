import '@mantine/core/styles/Radio.css';
import '@mantine/core/styles/Fieldset.css';
import '@mantine/core/styles/ColorSwatch.css';
import { ColorSwatch, Fieldset, Group, Radio, Stack, Text, useMantineColorScheme } from '@mantine/core';
import { useKept } from '../../components/kept.ts';
import { PageHeading } from '../../components/page-heading.tsx';
import { useZone } from '../../components/use-zone.ts';
import { ACCENTS, type Accent, useAppearance } from '../../shell/appearance.tsx';
import { LANGUAGES, language } from '../../texts/current-language.ts';
import { LANGUAGE_KEY } from '../../texts/language.ts';
import { pageTexts } from '../../texts/settings.ts';
import { LiveSettings } from './live-settings.tsx';
import { SignInSettings } from './sign-in-settings.tsx';

const MODES = ['auto', 'light', 'dark'] as const;

/** Stored in this browser (docs/contributing/spec/pages.md#settings). */
export function SettingsPage() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { accent, setAccent } = useAppearance();
  return (
    <>
      <PageHeading title={pageTexts.title} />
      <Fieldset legend={pageTexts.appearance} maw={640}>
        <Stack>
          <Radio.Group
            label={pageTexts.theme}
            value={colorScheme}
            onChange={(mode) => setColorScheme(mode as typeof colorScheme)}
          >
            <Group mt="xs">
              {MODES.map((mode) => (
                <Radio key={mode} value={mode} label={pageTexts.modes[mode]} />
              ))}
            </Group>
          </Radio.Group>
          <Radio.Group label={pageTexts.accent} value={accent} onChange={(chosen) => setAccent(chosen as Accent)}>
            <Group mt="xs">
              {ACCENTS.map((name) => (
                <Radio key={name} value={name} label={<AccentLabel name={name} />} />
              ))}
            </Group>
          </Radio.Group>
          <LanguageChoice />
          <ZoneChoice />
        </Stack>
      </Fieldset>
      <LiveSettings />
      <SignInSettings />
    </>
  );
}

function ZoneChoice() {
  const [zone, choose] = useZone();
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <Radio.Group label={pageTexts.times} value={zone} onChange={(chosen) => choose(chosen === 'utc' ? 'utc' : 'local')}>
      <Group mt="xs">
        <Radio value="local" label={pageTexts.localTime(here)} />
        <Radio value="utc" label="UTC" />
      </Group>
    </Radio.Group>
  );
}

/** Reloads the page, because modules read their texts when they load. Without storage, the language stays that of the browser. */
function LanguageChoice() {
  const [, choose] = useKept(LANGUAGE_KEY, 'en');
  return (
    <Radio.Group
      label={pageTexts.language}
      description={pageTexts.languageHint}
      value={language}
      onChange={(next) => {
        choose(next);
        location.reload();
      }}
    >
      <Group mt="xs">
        {Object.entries(LANGUAGES).map(([code, name]) => (
          <Radio key={code} value={code} label={<span lang={code}>{name}</span>} />
        ))}
      </Group>
    </Radio.Group>
  );
}

function AccentLabel({ name }: { readonly name: Accent }) {
  return (
    <Group gap={6} component="span">
      <ColorSwatch component="span" size={14} color={`var(--mantine-color-${name}-7)`} withShadow={false} aria-hidden />
      <Text span size="sm">
        {pageTexts.accents[name]}
      </Text>
    </Group>
  );
}
