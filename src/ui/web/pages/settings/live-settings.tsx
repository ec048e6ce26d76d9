import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/Radio.css';
import '@mantine/core/styles/Fieldset.css';
import { Checkbox, Fieldset, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { canNotify, NOTICES, type Notice, useLiveWay, useNotices, WAYS, type Way } from '../../live/choices.ts';
import { pageTexts } from '../../texts/settings.ts';

/** New items and browser notifications (docs/contributing/spec/pages.md#live). */
export function LiveSettings() {
  const [way, setWay] = useLiveWay();
  return (
    <Fieldset legend={pageTexts.live} maw={640} mt="md">
      <Stack>
        <Radio.Group
          label={pageTexts.onNewItems}
          description={pageTexts.onNewItemsHint}
          value={way}
          onChange={(chosen) => setWay(chosen as Way)}
        >
          <Stack gap="xs" mt="xs">
            {WAYS.map((name) => (
              <Radio key={name} value={name} label={pageTexts[name]} />
            ))}
          </Stack>
        </Radio.Group>
        <NoticeChoice />
      </Stack>
    </Fieldset>
  );
}

/** A click requests the permission of the browser. */
function NoticeChoice() {
  const [notices, setNotices] = useNotices();
  const [isRefused, setRefused] = useState(canNotify() && Notification.permission === 'denied');
  const choose = async (notice: Notice, isOn: boolean) => {
    if (isOn && (await Notification.requestPermission()) !== 'granted') {
      setRefused(true);
      return;
    }
    setRefused(false);
    setNotices(isOn ? [...notices, notice] : notices.filter((other) => other !== notice));
  };
  const settings = pageTexts;
  const hint = canNotify() ? (isRefused ? settings.refused : settings.noticesHint) : settings.missing;
  return (
    <Checkbox.Group label={settings.notices} description={hint} value={[...notices]}>
      <Stack gap="xs" mt="xs">
        {NOTICES.map((notice) => (
          <Checkbox
            key={notice}
            value={notice}
            label={settings[notice]}
            disabled={!canNotify()}
            onChange={(event) => void choose(notice, event.currentTarget.checked)}
          />
        ))}
      </Stack>
      <Text role="status" className="only-read">
        {isRefused ? settings.refused : ''}
      </Text>
    </Checkbox.Group>
  );
}
