import { Center, Loader } from '@mantine/core';
import { texts } from '../texts/texts.ts';

export function Loading() {
  return (
    <Center p="xl">
      <Loader aria-label={texts.shared.loading} role="status" />
    </Center>
  );
}
