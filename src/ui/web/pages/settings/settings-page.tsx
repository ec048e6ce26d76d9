import { ColorSwatch, Fieldset, Group, Radio, Stack, Text, useMantineColorScheme } from '@mantine/core';
import { PageHeading } from '../../components/page-heading.tsx';
import { ACCENTS, type Accent, useAppearance } from '../../shell/appearance.tsx';
import { LiveSettings } from './live-settings.tsx';

const MODES = [
  { value: 'auto', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

/** Theme and accent colour, kept in this browser (docs/spec/pages.md#settings). */
export function SettingsPage() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { accent, setAccent } = useAppearance();
  return (
    <>
      <PageHeading title="Settings" />
      <Fieldset legend="Appearance" maw={640}>
        <Stack>
          <Radio.Group label="Theme Mode" value={colorScheme} onChange={(mode) => setColorScheme(mode as typeof colorScheme)}>
            <Group mt="xs">
              {MODES.map(({ value, label }) => (
                <Radio key={value} value={value} label={label} />
              ))}
            </Group>
          </Radio.Group>
          <Radio.Group label="Accent Color" value={accent} onChange={(chosen) => setAccent(chosen as Accent)}>
            <Group mt="xs">
              {ACCENTS.map((name) => (
                <Radio key={name} value={name} label={<AccentLabel name={name} />} />
              ))}
            </Group>
          </Radio.Group>
        </Stack>
      </Fieldset>
      <LiveSettings />
    </>
  );
}

function AccentLabel({ name }: { readonly name: Accent }) {
  return (
    <Group gap={6} component="span">
      <ColorSwatch component="span" size={14} color={`var(--mantine-color-${name}-7)`} withShadow={false} aria-hidden />
      <Text span size="sm">
        {name === 'sluice' ? 'Default' : name[0]?.toUpperCase() + name.slice(1)}
      </Text>
    </Group>
  );
}
